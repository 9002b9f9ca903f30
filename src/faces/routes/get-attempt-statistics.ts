import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { PeriodQuery, readPeriod } from '../../web/periods.ts';
import { RequestId, Timestamp } from '../../web/schemas.ts';
import { type AttemptCounts, longestDays, measureAttempts, mostAttemptsRead } from '../measure-attempts.ts';
import { attemptOutcomes } from '../types.ts';
import type { FaceRouteDeps } from './route-deps.ts';

const counts = {
  attempts: Type.Integer(),
  matches: Type.Integer(),
  matchRate: Type.Optional(Type.Number({ description: 'From 0 to 1; absent without attempts.' })),
  meanSimilarity: Type.Optional(Type.Number()),
  similarityDeviation: Type.Optional(Type.Number({ description: 'Standard deviation.' })),
  timed: Type.Integer({ description: 'Attempts whose duration was recorded.' }),
  medianMs: Type.Optional(Type.Number()),
  p95Ms: Type.Optional(Type.Number()),
};
const Period = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    isPartial: Type.Boolean({
      description: 'More attempts are in no sum yet than were read: the oldest of them are missing.',
    }),
    ...counts,
  },
  { title: 'AttemptPeriod' },
);

export function attemptStatisticsRoute(app: App, { faces }: FaceRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/attempt-statistics',
    config: {
      reads: 'replica',
      isCostly: true,
      access: customerAccess('attempts:read'),
      audit: { action: 'attempt.measure' },
    },
    schema: {
      operationId: 'getAttemptStatistics',
      tags: ['Face authentication'],
      summary: 'Measure attempts over time',
      description: `A period, beside the one of the same length before it. At most ${longestDays} days. Reads sums of hours; of attempts that are in none yet, at most the newest ${mostAttemptsRead.toLocaleString('en')} are read. Durations are at most 5 % off. Nothing personal.`,
      querystring: Type.Object({
        ...PeriodQuery,
        clientId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this client.' })),
      }),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            now: Period,
            before: Period,
            days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...counts })),
            clients: Type.Array(Type.Object({ clientId: Type.String(), ...counts }), {
              description: 'The 100 with the most attempts.',
            }),
            outcomes: Type.Array(
              Type.Object({
                outcome: Type.Optional(
                  Type.Enum([...attemptOutcomes], { description: 'Absent for attempts that recorded none.' }),
                ),
                attempts: Type.Integer(),
                attemptsBefore: Type.Integer(),
              }),
            ),
            scores: Type.Array(
              Type.Object({
                from: Type.Number({ description: 'The least similarity of the group.' }),
                attempts: Type.Integer(),
                attemptsBefore: Type.Integer(),
              }),
              { description: 'Similarities in twenty groups of equal width.' },
            ),
            drift: Type.Object({
              stabilityIndex: Type.Optional(
                Type.Number({
                  description:
                    'Population stability index of the similarities of both periods. Below 0.1 steady, above 0.25 shifted; absent without attempts in one of them.',
                }),
              ),
              isComparable: Type.Boolean({
                description: 'False when more than one network decided: its scores are of another scale.',
              }),
              templateModels: Type.Array(Type.String()),
            }),
          },
          { title: 'AttemptStatistics', description: 'The figures.' },
        ),
      },
    },
    handler: async (request) => {
      const { clientId } = request.query;
      const period = readPeriod(request.query, { now: faces.clock.now(), usualDays: 30, longestDays });
      const measured = await measureAttempts(faces.db, { ...period, clientId });
      const { now, before, days, clients, ...others } = measured;
      return {
        requestId: request.id,
        now: representCounts(now),
        before: representCounts(before),
        days: days.map(representCounts),
        clients: clients.map(representCounts),
        outcomes: others.outcomes.map(toAnswer),
        scores: [...others.scores],
        drift: toAnswer(others.drift),
      };
    },
  });
}

function representCounts<Counts extends AttemptCounts>(of: Counts) {
  const matchRate = of.attempts === 0 ? undefined : of.matches / of.attempts;
  return toAnswer({ ...of, matchRate });
}
