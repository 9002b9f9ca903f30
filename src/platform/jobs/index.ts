export { type CreateJobsOptions, createJobs } from './create-jobs.ts';
export {
  type FailedJob,
  type FailedJobPlace,
  findWithoutJob,
  type JobBacklog,
  listFailedJobs,
  readJobBacklogs,
  retryFailedJob,
} from './jobs-store.ts';
export { repeatDuring } from './repeat-during.ts';
export type { EnqueueOptions, Job, JobHandler, JobOptions, JobOutcome, JobQueue, Jobs } from './types.ts';
