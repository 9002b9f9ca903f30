import type { ExecutionOrigin, JsonObject, ProfileStatus } from './types.ts';

/** One field of the basic data, and which answer it is from. */
export type ProfileField = {
  readonly value: unknown;
  readonly source: string;
  /** When the source said so, ISO 8601. */
  readonly at: string;
};

export type ProfileExecution = {
  readonly executionId: string;
  readonly executionOrigin: ExecutionOrigin;
  readonly lastUpdate: string;
  readonly metadata?: JsonObject;
};

/** The state of a profile beside the answers of its sources. */
export type ProfileState = {
  readonly fields: Readonly<Record<string, ProfileField>>;
  /** Newest first, as many as are shown. */
  readonly executions: readonly ProfileExecution[];
  /** The last verdict; undefined before the first. */
  readonly verdict?: ProfileStatus;
  /** The decision of people that stands until the next one: no execution overwrites it. */
  readonly decision?: { readonly id: string; readonly status: ProfileStatus; readonly at: string };
  /** The execution whose partners are shown. */
  readonly partnersOf?: string;
};
