import { Type } from '@fastify/type-provider-typebox';
import { accountOf, customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { refusals } from '../../web/schemas.ts';
import { confirmCaseDecision, type Decided, decideCase } from '../decide-case.ts';
import { casesErrorCatalogue } from '../errors.ts';
import {
  actorOf,
  CaseParams,
  type CaseRouteDeps,
  DecidedSchema,
  FreeText,
  OutcomeSchema,
  ReasonCodeSchema,
  representCase,
  representDecision,
  tags,
} from './case-representation.ts';

export function decideCaseRoutes(app: App, { cases }: CaseRouteDeps): void {
  const answer = async (requestId: string, { decision, decided }: Decided) => {
    const ids = [decision.proposedBy.id, decision.confirmation?.by, decided.assigneeId];
    const names = await cases.accounts.namesOf(
      cases.db,
      ids.filter((id) => id !== undefined),
    );
    return {
      requestId,
      ...representDecision(decision, names),
      state: decided.state,
      case: representCase(decided, names),
    };
  };

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/decisions',
    config: { access: customerAccess('cases:decide'), audit: 'none' },
    schema: {
      operationId: 'decideCase',
      tags,
      summary: 'Decide a case',
      description:
        'Sets the status of the profile and ends the wait of the execution; it stands until the next decision. Where four eyes are asked for, and always from a client, it is a proposal that waits for another person.',
      params: CaseParams,
      body: Type.Object(
        {
          outcome: OutcomeSchema,
          reasonCode: ReasonCodeSchema,
          note: FreeText,
          revision: Type.Integer({ minimum: 1, description: 'Of the case as it was read.' }),
        },
        { title: 'CaseDecisionRequest' },
      ),
      response: {
        201: DecidedSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found', 'case_changed', 'case_state_wrong'),
      },
    },
    handler: async (request, reply) => {
      const { caseId } = request.params;
      const decided = await decideCase(cases, caseId, request.body, actorOf(request), request.id);
      return await reply.code(201).send(await answer(request.id, decided));
    },
  });

  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/decisions/:decisionId/confirmation',
    config: { access: { kind: 'session', scope: 'cases:decide' }, audit: 'none' },
    schema: {
      operationId: 'confirmCaseDecision',
      tags,
      summary: 'Confirm or refuse a proposed decision',
      description:
        'Only for another person who is signed in. Whoever invited, reset or changed the role of the other within 24 hours is refused.',
      params: Type.Object({ caseId: Type.String(), decisionId: Type.String() }),
      body: Type.Object({ isConfirmed: Type.Boolean(), note: FreeText }, { title: 'CaseConfirmation' }),
      response: {
        200: DecidedSchema,
        ...refusals(
          casesErrorCatalogue,
          'case_not_found',
          'case_decision_not_found',
          'case_changed',
          'case_state_wrong',
          'case_second_person_required',
        ),
      },
    },
    handler: async (request) => {
      const { id: accountId } = accountOf(request);
      const { params: which, body: confirmation } = request;
      const decided = await confirmCaseDecision(cases, which, confirmation, accountId, request.id);
      return await answer(request.id, decided);
    },
  });
}
