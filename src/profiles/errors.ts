import { define, errorsOf } from '../platform/errors.ts';

/** Every code that query templates and executions answer with. */
export const profileErrorCatalogue = {
  profile_not_found: define.notFound(
    'There is no such profile',
    'Check the identifier. An execution or a registered face creates the profile of a person.',
  ),
  query_template_not_found: define.notFound(
    'There is no such query template',
    'Use an id that GET /v1/query-templates lists.',
  ),
  query_template_protected: define.conflict(
    'A default query template cannot be deleted',
    'Replace it with PUT. Executions without a query template use the default one.',
  ),
  query_template_subject_fixed: define.conflict(
    'The subject of a query template cannot be changed',
    'Create another query template for the other subject.',
  ),
  query_template_subject_wrong: define.invalid(
    'The query template is for the other kind of subject',
    'Send cpf with a query template for people, and cnpj with one for companies.',
  ),
  execution_not_found: define.notFound(
    'There is no such execution',
    'Use the id from the answer of POST /v1/executions.',
  ),
  execution_over: define.conflict(
    'The execution has ended and cannot be cancelled',
    'GET /v1/executions/{executionId} shows how it ended. A case or a new execution changes what it decided.',
  ),
  execution_under_way: define.conflict(
    'The execution, or another repetition of it, has not ended',
    'Wait until it has ended, or cancel it with POST /v1/executions/{executionId}/cancel.',
  ),
};

/** An outcome of query templates and executions that the caller can act on. */
export class ProfileError extends errorsOf(profileErrorCatalogue) {}
