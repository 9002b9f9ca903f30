export { createRegistrySources } from './registry-sources.ts';
