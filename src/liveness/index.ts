export { type InventedEnd, inventedEndPoint } from './declarations.ts';
export { LivenessError, sessionUseErrors } from './errors.ts';
export type { TrialSessions } from './trial-sessions.ts';
export type { LivenessSessions, UsableSession } from './use-session.ts';
