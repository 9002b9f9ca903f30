import { AsyncLocalStorage } from 'node:async_hooks';
import type { FaceScenario } from './scenarios.ts';

/** Whose photo a request is about, for the engine, which sees photos only. */
export type ScenarioContext = {
  readonly scenario: FaceScenario;
  /** True while a reference photo is registered: that is the face that others do not match. */
  readonly isRegistration: boolean;
};

export const scenarioContext = new AsyncLocalStorage<ScenarioContext>();
