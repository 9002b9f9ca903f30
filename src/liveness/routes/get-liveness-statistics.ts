import { Type } from '@fastify/type-provider-typebox';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { readPeriod } from '../../web/periods.ts';
import { RequestId } from '../../web/schemas.ts';
import { type LivenessCounts, measureSessions, mostNames, sumsDays } from '../measure-sessions.ts';
import { type LivenessDeps, livenessReasons } from '../types.ts';

const DateTime = Type.Optional(Type.String({ format: 'date-time' }));
const counts = {
  sessions: Type.Integer(),
  passed: Type.Integer(),
  people: Type.Integer({ description: 'First tries, by CPF or device, in 24 hours.' }),
  passedAtFirst: Type.Integer(),
};
const Counts = Type.Object(counts, { title: 'LivenessCounts' });

export function livenessStatisticsRoute(app: App, { liveness }: { readonly liveness: LivenessDeps }): void {
  app.route({
    method: 'GET',
    url: '/v1/liveness-statistics',
    config: { reads: 'replica', isCostly: true, access: customerAccess('liveness:read'), audit: 'none' },
    schema: {
      operationId: 'getLivenessStatistics',
      tags: ['Liveness'],
      summary: 'Measure liveness sessions over time',
      description: `Whole days by UTC, at most ${sumsDays}: sessions that showed a step and ended. Nothing of anybody.`,
      querystring: Type.Object({ from: DateTime, to: DateTime }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            ...counts,
            passedWithinThree: Type.Integer(),
            failed: Type.Integer(),
            expired: Type.Integer(),
            abandoned: Type.Integer(),
            notPerformed: Type.Integer(),
            days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), counts: Counts })),
            reasons: Type.Array(
              Type.Object({ reason: Type.Enum([...livenessReasons]), sessions: Type.Integer() }),
            ),
            cameras: Type.Array(Type.Object({ camera: Type.String(), counts: Counts }), {
              description: `The ${mostNames} with the most sessions, as the page or app named them; empty: unnamed.`,
            }),
            appVersions: Type.Array(Type.Object({ appVersion: Type.String(), counts: Counts })),
          },
          { title: 'LivenessStatistics', description: 'The figures.' },
        ),
      },
    },
    handler: async (request) => {
      const now = liveness.clock.now();
      const { from, to } = readPeriod(request.query, { now, usualDays: 28, longestDays: sumsDays });
      const { days, reasons, cameras, appVersions, ...whole } = await measureSessions(liveness.db, {
        first: dayOf(from),
        last: dayOf(new Date(to.getTime() - 1)),
      });
      return {
        requestId: request.id,
        ...whole,
        days: days.map(({ day, ...of }) => ({ day, counts: countsOf(of) })),
        reasons: [...reasons],
        cameras: cameras.map(({ camera, ...of }) => ({ camera, counts: countsOf(of) })),
        appVersions: appVersions.map(({ appVersion, ...of }) => ({ appVersion, counts: countsOf(of) })),
      };
    },
  });
}

function countsOf({ sessions, passed, people, passedAtFirst }: LivenessCounts) {
  return { sessions, passed, people, passedAtFirst };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
