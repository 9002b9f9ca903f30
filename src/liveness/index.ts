export { LivenessError, livenessErrorCatalogue } from './errors.ts';
export { type InventedEnd, inventedEndPoint } from './extension-points.ts';
export type { TrialSessions } from './trial-sessions.ts';
export type { LivenessSessions, UsableSession } from './use-session.ts';
