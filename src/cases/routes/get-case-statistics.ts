import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { PeriodQuery, readPeriod } from '../../web/periods.ts';
import { RequestId, Timestamp } from '../../web/schemas.ts';
import { type CaseCounts, longestDays, measureCases } from '../measure-cases.ts';
import {
  type CaseRouteDeps,
  KindSchema,
  OutcomeSchema,
  PersonSchema,
  representActor,
  tags,
} from './case-representation.ts';

const decided = {
  decided: Type.Integer(),
  medianHours: Type.Optional(Type.Number({ description: 'Until the decision.' })),
  p90Hours: Type.Optional(Type.Number()),
};
const counts = {
  opened: Type.Integer(),
  overdue: Type.Integer({ description: 'Due then, and not decided in time.' }),
  ...decided,
};

export function caseStatisticsRoute(app: App, { cases }: CaseRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/v1/case-statistics',
    config: { reads: 'replica', isCostly: true, access: customerAccess('audit:read'), audit: 'none' },
    schema: {
      operationId: 'getCaseStatistics',
      tags,
      summary: 'Measure cases over time',
      description: `By week, kind, outcome and whoever decided. At most ${longestDays} days. Nothing of the people in the cases.`,
      querystring: Type.Object(PeriodQuery),
      response: {
        200: Type.Object(
          {
            requestId: RequestId,
            from: Timestamp,
            to: Timestamp,
            ...counts,
            weeks: Type.Array(
              Type.Object({ monday: Type.String({ format: 'date', examples: ['2026-11-16'] }), ...counts }),
              { description: 'Oldest first, without empty ones.' },
            ),
            kinds: Type.Array(Type.Object({ kind: KindSchema, ...counts })),
            outcomes: Type.Array(Type.Object({ outcome: OutcomeSchema, decided: Type.Integer() })),
            actors: Type.Array(Type.Object({ actor: PersonSchema, ...decided }), {
              description: 'Whoever decided, or proposed what another person confirmed.',
            }),
          },
          { title: 'CaseStatistics', description: 'The figures.' },
        ),
      },
    },
    handler: async (request) => {
      const now = cases.clock.now();
      const period = readPeriod(request.query, { now, usualDays: 28, longestDays });
      const { whole, weeks, kinds, outcomes, actors } = await measureCases(cases.db, { ...period, now });
      const names = await cases.accounts.namesOf(
        cases.db,
        actors.map(({ actor }) => actor.id),
      );
      return {
        requestId: request.id,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        ...representCounts(whole),
        weeks: weeks.map(({ monday, ...of }) => ({ monday, ...representCounts(of) })),
        kinds: kinds.map(({ kind, ...of }) => ({ kind, ...representCounts(of) })),
        outcomes: outcomes.map(({ outcome, decided }) => ({ outcome, decided })),
        actors: actors.map(({ actor, ...of }) => ({
          actor: representActor(actor, names),
          ...representDecided(of),
        })),
      };
    },
  });
}

function representDecided({ decided, medianHours, p90Hours }: Omit<CaseCounts, 'opened' | 'overdue'>) {
  return toAnswer({ decided, medianHours, p90Hours });
}

function representCounts({ opened, overdue, ...rest }: CaseCounts) {
  return { opened, overdue, ...representDecided(rest) };
}
