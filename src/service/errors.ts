import { define, errorsOf } from '../platform/errors.ts';

/** Every code of looking after the service. */
export const serviceErrorCatalogue = {
  failed_job_not_found: define.notFound(
    'No failed job has this id',
    'Use an id of GET /v1/system/failed-jobs. Failed jobs are kept for a day; a job that was put back is no longer among them.',
  ),
  job_waiting_already: define.conflict(
    'A job like this one waits or runs already',
    'Wait until that job has ended. It does the same work.',
  ),
};

/** An error of this domain, with one of the codes above. */
export class ServiceError extends errorsOf(serviceErrorCatalogue) {}
