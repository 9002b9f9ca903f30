export { describeSettings, type SettingInForce } from './describe-settings.ts';
export { ConfigError } from './errors.ts';
export { type ListenAddress, toListenerUrl } from './forms.ts';
export { type ConfigOf, findMisspelt, type SettingsGroups } from './list-variables.ts';
export { loadConfig } from './load-config.ts';
export { readEnvironment, setProcessVariable } from './read-environment.ts';
export { renderConfigurationReference, renderEnvExample } from './render-reference.ts';
export { readSecret, Secret, type SecretReference } from './secret.ts';
