export { ConfigError } from './errors.ts';
export { type ListenAddress, toListenerUrl } from './listen-address.ts';
export { loadConfig } from './load-config.ts';
export { readEnvironment } from './read-environment.ts';
export { readSecret, type SecretReference } from './read-secret.ts';
export { renderConfigurationReference, renderEnvExample } from './render-reference.ts';
export type { Config } from './schema.ts';
export { Secret } from './secret.ts';
export { setProcessVariable } from './set-process-variable.ts';
