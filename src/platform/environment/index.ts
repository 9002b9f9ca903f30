export { claimEnvironment, type Environment } from './claim-environment.ts';
