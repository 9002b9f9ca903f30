import { type ErrorCatalogue, errorsOf } from '../platform/errors.ts';

/** Every code that query templates and executions answer with. */
export const profileErrorCatalogue = {
  profile_not_found: {
    kind: 'not-found',
    title: 'There is no such profile',
    fix: 'Check the identifier. An execution or a registered face creates the profile of a person.',
  },
  query_template_not_found: {
    kind: 'not-found',
    title: 'There is no such query template',
    fix: 'Use an id that GET /v1/query-templates lists.',
  },
  query_template_protected: {
    kind: 'conflict',
    title: 'A default query template cannot be deleted',
    fix: 'Replace it with PUT. Executions without a query template use the default one.',
  },
  query_template_subject_fixed: {
    kind: 'conflict',
    title: 'The subject of a query template cannot be changed',
    fix: 'Create another query template for the other subject.',
  },
  query_template_subject_wrong: {
    kind: 'invalid',
    title: 'The query template is for the other kind of subject',
    fix: 'Send cpf with a query template for people, and cnpj with one for companies.',
  },
  execution_not_found: {
    kind: 'not-found',
    title: 'There is no such execution',
    fix: 'Use the id from the answer of POST /v1/executions.',
  },
  execution_over: {
    kind: 'conflict',
    title: 'The execution has ended and cannot be cancelled',
    fix: 'GET /v1/executions/{executionId} shows how it ended. A case or a new execution changes what it decided.',
  },
  execution_under_way: {
    kind: 'conflict',
    title: 'The execution, or another repetition of it, has not ended',
    fix: 'Wait until it has ended, or cancel it with POST /v1/executions/{executionId}/cancel.',
  },
} satisfies ErrorCatalogue;

/** An outcome of query templates and executions that the caller can act on. */
export class ProfileError extends errorsOf(profileErrorCatalogue) {}
