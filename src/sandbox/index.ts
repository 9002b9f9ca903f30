export { createSandboxEngine } from './create-sandbox-engine.ts';
export { type ListedScenario, listScenarios } from './list-scenarios.ts';
export { inventSources } from './sandbox-sources.ts';
