export { type CreateJobsOptions, createJobs } from './create-jobs.ts';
export {
  type FailedJobPlace,
  findWithoutJob,
  listFailedJobs,
  readJobBacklogs,
  retryFailedJob,
} from './jobs-store.ts';
export { repeatDuring } from './repeat-during.ts';
export type { Job, JobOutcome, JobQueue, Jobs } from './types.ts';
