export { LivenessError } from './errors.ts';
export type { LivenessSessions, UsableSession } from './use-session.ts';
