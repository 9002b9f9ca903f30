import { Type } from '@fastify/type-provider-typebox';
import { toAnswer } from '../../platform/to-answer.ts';
import { requireScope } from '../../platform/tokens/index.ts';
import { accountOf, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { RequestId, refusals, Timestamp } from '../../web/schemas.ts';
import { casesErrorCatalogue } from '../errors.ts';
import { confirmRules, proposeRules } from '../four-eyes.ts';
import { findRules, findWaitingChange } from '../rules-store.ts';
import type { FourEyesRule } from '../types.ts';
import {
  type CaseRouteDeps,
  KindSchema,
  OutcomeSchema,
  PersonSchema,
  representActor,
  tags,
} from './case-representation.ts';

const RulesSchema = Type.Array(
  Type.Object(
    {
      outcomes: Type.Array(OutcomeSchema, { minItems: 1, maxItems: 4 }),
      kinds: Type.Array(KindSchema, { minItems: 1, maxItems: 20 }),
    },
    { title: 'FourEyesRule' },
  ),
  { maxItems: 20, description: 'A decision that one of them names needs a second person.' },
);

const SettingsSchema = Type.Object(
  {
    requestId: RequestId,
    fourEyes: RulesSchema,
    waiting: Type.Optional(
      Type.Object({
        id: Type.String(),
        fourEyes: RulesSchema,
        proposedBy: PersonSchema,
        proposedAt: Timestamp,
      }),
    ),
    openFor: Type.Array(Type.String(), {
      description: 'Events that open cases automatically (CASES_OPEN_FOR).',
    }),
    dueHours: Type.Integer(),
  },
  { title: 'CaseSettings', description: 'The rules that count now, and the change that waits.' },
);

export function caseSettingsRoutes(app: App, { cases }: CaseRouteDeps): void {
  const represent = async (requestId: string) => {
    const waiting = await findWaitingChange(cases.db);
    const names = await cases.accounts.namesOf(cases.db, waiting === undefined ? [] : [waiting.proposedBy]);
    const { openFor, dueHours } = cases.settings;
    return toAnswer({
      requestId,
      dueHours,
      openFor,
      fourEyes: copy(await findRules(cases.db)),
      waiting:
        waiting &&
        toAnswer({
          id: waiting.id,
          fourEyes: copy(waiting.rules),
          proposedAt: waiting.proposedAt,
          proposedBy: representActor({ kind: 'account', id: waiting.proposedBy }, names),
        }),
    });
  };

  app.route({
    method: 'GET',
    url: '/v1/case-settings',
    config: { access: { kind: 'session', scope: 'cases:read' }, audit: 'none' },
    schema: {
      operationId: 'getCaseSettings',
      tags,
      summary: 'Read the rules of four eyes',
      description: 'Includes the pending change, and the events that open cases.',
      response: { 200: SettingsSchema },
    },
    handler: (request) => represent(request.id),
  });

  app.route({
    method: 'PUT',
    url: '/v1/case-settings',
    config: { access: { kind: 'session', scope: 'admin' }, audit: 'none' },
    schema: {
      operationId: 'proposeCaseSettings',
      tags,
      summary: 'Propose other rules of four eyes',
      description: 'They count once another administrator or supervisor has confirmed them.',
      body: Type.Object({ fourEyes: RulesSchema }, { title: 'CaseSettingsRequest' }),
      response: { 200: SettingsSchema },
    },
    handler: async (request) => {
      await proposeRules(cases, request.body.fourEyes, accountOf(request).id, request.id);
      return await represent(request.id);
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/case-settings/changes/:changeId/confirmation',
    config: { access: { kind: 'session', scope: 'cases:decide' }, audit: 'none' },
    schema: {
      operationId: 'confirmCaseSettings',
      tags,
      summary: 'Confirm or refuse other rules of four eyes',
      description: 'Only for another administrator, or a supervisor. The rule of 24 hours holds here, too.',
      params: Type.Object({ changeId: Type.String() }),
      body: Type.Object({ isConfirmed: Type.Boolean() }, { title: 'CaseSettingsConfirmation' }),
      response: {
        200: SettingsSchema,
        ...refusals(casesErrorCatalogue, 'case_rule_change_not_found', 'case_second_person_required'),
      },
    },
    handler: async (request) => {
      // Of those who decide, supervisors and administrators have it.
      requireScope(tokenOf(request), 'audit:read', 'customer');
      const confirmation = { changeId: request.params.changeId, isConfirmed: request.body.isConfirmed };
      await confirmRules(cases, confirmation, accountOf(request).id, request.id);
      return await represent(request.id);
    },
  });
}

function copy(rules: readonly FourEyesRule[]) {
  return rules.map(({ outcomes, kinds }) => ({ outcomes: [...outcomes], kinds: [...kinds] }));
}
