export { createSandboxEngine } from './create-sandbox-engine.ts';
export { inventSources } from './sandbox-sources.ts';
