import { Type } from '@fastify/type-provider-typebox';
import type { SettingInForce } from '../../platform/config/index.ts';
import { decodeCursor } from '../../platform/cursors.ts';
import type { OpenDatabase } from '../../platform/db/index.ts';
import { CursorError } from '../../platform/errors.ts';
import {
  type FailedJobPlace,
  type JobQueue,
  listFailedJobs,
  readJobBacklogs,
  retryFailedJob,
} from '../../platform/jobs/index.ts';
import { toAnswer } from '../../platform/to-answer.ts';
import { adminAccess, systemAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { cutPage, ListSchema, PageQuery, pageOfAll, readLimit } from '../../web/lists.ts';
import { RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { ServiceError, serviceErrorCatalogue } from '../errors.ts';
import { listProcesses } from '../processes-store.ts';
import { aliveForSeconds, confereVersion } from '../show-process.ts';

type SystemRouteDeps = {
  readonly system: {
    readonly database: OpenDatabase;
    readonly queue: Pick<JobQueue, 'wake' | 'listKinds'>;
    readonly processId: string;
    describeSettings(): readonly SettingInForce[];
  };
};

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ProcessSchema = Type.Object(
  {
    id: Type.String(),
    isThis: Type.Boolean({ description: 'The process that answers.' }),
    isAlive: Type.Boolean({
      description: `False when it has given no sign of life for ${aliveForSeconds} seconds: it was killed, or stands still.`,
    }),
    role: Type.Enum(['all', 'web', 'jobs', 'duplicates']),
    host: Type.String(),
    pid: Type.Integer(),
    version: Type.String(),
    runtime: Type.String({ description: 'Version of Node.js.' }),
    startedAt: Timestamp,
    seenAt: Timestamp,
  },
  { title: 'ServiceProcess' },
);
const BacklogSchema = Type.Object(
  {
    kind: Type.String(),
    waiting: Type.Integer(),
    delayed: Type.Integer({ description: 'Not due yet: retries, and jobs for later.' }),
    running: Type.Integer(),
    failed: Type.Integer({ description: 'Failed for good; kept for a day.' }),
    oldestWaitingSeconds: Type.Integer(),
  },
  { title: 'JobBacklog' },
);
const FailedJobSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    reason: Type.Optional(Type.String({ description: 'A code or a short sentence.' })),
    tries: Type.Integer({ description: 'Runs that it had.' }),
    addedAt: Timestamp,
    failedAt: Timestamp,
  },
  { title: 'FailedJob' },
);
const SettingSchema = Type.Object(
  {
    group: Type.String(),
    variable: Type.String(),
    description: Type.String(),
    isSecret: Type.Boolean(),
    isSet: Type.Boolean({ description: 'False when it has no value and no default.' }),
    isChanged: Type.Boolean({ description: 'False when it is as the service has it by itself.' }),
    value: Type.Optional(Type.String({ description: 'Absent for secrets, and where there is none.' })),
  },
  { title: 'SettingInForce' },
);

export function systemRoutes(app: App, { system }: SystemRouteDeps): void {
  const { database } = system;
  app.route({
    method: 'GET',
    url: '/v1/system',
    config: { access: systemAccess, audit: 'none' },
    schema: {
      operationId: 'getSystem',
      tags: ['Service'],
      summary: 'Read what runs',
      description: 'Version, database, processes and background jobs of the whole deployment.',
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            version: Type.String({ description: 'Of the process that answers.' }),
            runtime: Type.String({ description: 'Version of Node.js.' }),
            database: Type.Enum(['embedded', 'postgres']),
            processes: Type.Array(ProcessSchema, { description: 'The newest first.' }),
            jobs: Type.Array(BacklogSchema, { description: 'By kind, in all processes together.' }),
          },
          { title: 'System', description: 'What runs.' },
        ),
      },
    },
    handler: async (request) => ({
      requestId: request.id,
      version: confereVersion,
      runtime: process.versions.node,
      database: database.kind,
      processes: (await listProcesses(database.db, aliveForSeconds)).map(({ masterKeyId: _, ...process }) =>
        toAnswer({ ...process, isThis: process.id === system.processId }),
      ),
      jobs: (await readJobBacklogs(database, system.queue.listKinds())).map(
        ({ name, oldestWaitingSeconds, ...counts }) => ({
          kind: name,
          ...counts,
          oldestWaitingSeconds: Math.max(0, Math.round(oldestWaitingSeconds)),
        }),
      ),
    }),
  });
  app.route({
    method: 'GET',
    url: '/v1/system/settings',
    config: { access: systemAccess, audit: { action: 'system.settings' } },
    schema: {
      operationId: 'listSettings',
      tags: ['Service'],
      summary: 'List the settings in force',
      description:
        'Of the process that answers. Of a secret the answer says only whether it is set; user and password in an address are left out.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(SettingSchema, {
          title: 'Settings',
          description: 'Every setting, in the order of the reference.',
        }),
      },
    },
    handler: async (request) => {
      const settings = system.describeSettings().map((setting) => ({ ...setting }));
      return { requestId: request.id, ...pageOfAll(settings, request.query, ({ variable }) => variable) };
    },
  });
  app.route({
    method: 'GET',
    url: '/v1/system/failed-jobs',
    config: { access: systemAccess, audit: 'none' },
    schema: {
      operationId: 'listFailedJobs',
      tags: ['Service'],
      summary: 'List background jobs that failed for good',
      description: 'The last one first. They are kept for a day.',
      querystring: Type.Object(PageQuery),
      response: {
        200: ListSchema(FailedJobSchema, { title: 'FailedJobPage', description: 'A page of failed jobs.' }),
      },
    },
    handler: async (request) => {
      const after = parseCursor(request.query.cursor);
      const limit = readLimit(request.query);
      const found = await listFailedJobs(database, { after, limit: limit + 1 });
      const { items, ...next } = cutPage(found, limit, ({ failedAt, id }) => `${failedAt} ${id}`);
      return {
        requestId: request.id,
        ...next,
        items: items.map(({ id, name: kind, reason, tries, addedAt, failedAt }) =>
          toAnswer({ id, kind, reason, tries, addedAt, failedAt: new Date(failedAt) }),
        ),
      };
    },
  });
  app.route({
    method: 'POST',
    url: '/v1/system/failed-jobs/:jobId/retry',
    config: { access: adminAccess, audit: { action: 'job.retry' } },
    schema: {
      operationId: 'retryFailedJob',
      tags: ['Service'],
      summary: 'Put a failed job back in the queue',
      description:
        'For one more run, by whichever process takes it. When that fails, the job is failed again.',
      params: Type.Object({ jobId: Type.String({ maxLength: 64 }) }),
      response: {
        200: Type.Object(
          { requestId: RequestId, id: Type.String(), kind: Type.String() },
          { title: 'RetriedJob', description: 'The job waits.' },
        ),
        ...refusals(serviceErrorCatalogue, 'failed_job_not_found', 'job_waiting_already'),
      },
    },
    handler: async (request) => {
      const { jobId } = request.params;
      request.auditDetail = { job: jobId };
      const retried = uuidForm.test(jobId) ? await retryFailedJob(database, jobId) : 'unknown';
      if (retried === 'unknown') throw new ServiceError('failed_job_not_found');
      if (retried === 'waiting') throw new ServiceError('job_waiting_already');
      request.auditDetail = { job: jobId, kind: retried.name };
      system.queue.wake(retried.name);
      return { requestId: request.id, id: jobId, kind: retried.name };
    },
  });
}

function parseCursor(cursor: string | undefined): FailedJobPlace | undefined {
  const place = decodeCursor(
    cursor,
    /^(\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  );
  if (place === undefined) return undefined;
  if (!isMoment(place[1]!)) throw new CursorError('cursor_invalid');
  return { failedAt: place[1]!, id: place[2]! };
}

/** 30 February has the form of a moment, too. */
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 19));
}
