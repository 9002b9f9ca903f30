export { claimEnvironment, type Environment } from './environment-store.ts';
