export { describeSettings, renderEnvExample, type SettingInForce } from './describe-settings.ts';
export { ConfigError } from './errors.ts';
export { type ListenAddress, toListenerUrl } from './forms.ts';
export {
  type ConfigOf,
  findMisspelt,
  listVariables,
  type SettingsGroups,
  type Variable,
} from './list-variables.ts';
export { describeAllowed, loadConfig } from './load-config.ts';
export { readEnvironment, setProcessVariable } from './read-environment.ts';
export { readSecret, Secret, type SecretReference } from './secret.ts';
