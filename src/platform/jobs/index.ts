export { type JobBacklog, readJobBacklogs } from './backlog-store.ts';
export { type CreateJobsOptions, createJobs } from './create-jobs.ts';
export { type FailedJob, type FailedJobPlace, listFailedJobs, retryFailedJob } from './failed-jobs-store.ts';
export type {
  EnqueueOptions,
  Job,
  JobHandler,
  JobOptions,
  JobOutcome,
  JobQueue,
  Jobs,
  ScheduleOptions,
} from './types.ts';
