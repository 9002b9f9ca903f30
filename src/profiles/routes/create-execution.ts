import { Type } from '@fastify/type-provider-typebox';
import { type Cnpj, type Cpf, cnpjWords, parseCnpj } from '../../platform/documents.ts';
import { pickErrors, RequestError, repeatErrorCatalogue } from '../../platform/errors.ts';
import { customerAccess, tokenOf } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { isDeeperThan } from '../../web/body-parsers.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { errorResponses, parseCpfField } from '../../web/schemas.ts';
import { profileErrorCatalogue } from '../errors.ts';
import { getExecution, waitForExecution } from '../executions/find-executions.ts';
import { startExecution } from '../executions/start-execution.ts';
import type { JsonObject } from '../types.ts';
import { ExecutionUnderWay, type ProfileRouteDeps, representExecution } from './execution-representation.ts';

export function createExecutionRoute(app: App, deps: ProfileRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/v1/executions',
    config: { access: customerAccess('executions:write'), audit: { action: 'execution.create' } },
    schema: {
      operationId: 'createExecution',
      tags: ['Executions'],
      summary: 'Run a query template on a person or company',
      description:
        'Asks the sources of the template, checks the attributes and decides. Answers 202 at once, or 201 when it ends within Prefer: wait=N.',
      headers: Type.Object({
        'idempotency-key': Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 255,
            description: 'The same key with the same body gives the same execution for 24 hours.',
          }),
        ),
        prefer: Type.Optional(
          Type.String({ description: '`wait=N` waits up to N seconds for the result (RFC 7240).' }),
        ),
      }),
      body: Type.Object(
        {
          templateId: Type.String({ minLength: 1, maxLength: 80 }),
          cpf: Type.Optional(Type.String({ description: 'For a query template about people. Digits only.' })),
          cnpj: Type.Optional(Type.String({ description: 'For one about companies. No mask.' })),
          attributes: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description:
                  'What you know of the subject: name, birthDate, motherName, fatherName, rg, gender, and others for rules. Checked against the sources.',
              },
            ),
          ),
          metadata: Type.Optional(
            Type.Object(
              {},
              {
                additionalProperties: true,
                description: 'Kept and given back, also in the profile. No place for personal data.',
              },
            ),
          ),
          referenceId: Type.Optional(
            Type.String({ minLength: 1, maxLength: 255, description: 'Your own identifier of it.' }),
          ),
        },
        { title: 'ExecutionRequest' },
      ),
      response: {
        201: ExecutionUnderWay,
        202: ExecutionUnderWay,
        ...errorResponses(
          pickErrors(profileErrorCatalogue, 'query_template_not_found'),
          repeatErrorCatalogue,
        ),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { execution, replayed } = await startExecution(deps.profiles, {
        document: parseDocument(body),
        templateId: body.templateId,
        origin: 'API',
        clientId: tokenOf(request).clientId,
        attributes: checkSize('attributes', body.attributes) ?? {},
        metadata: checkSize('metadata', body.metadata),
        referenceId: body.referenceId,
        idempotencyKey: request.headers['idempotency-key'],
      });
      request.auditTarget = execution.id;
      request.auditSubjects = [execution.profileId];
      const wished = parsePreferWait(request.headers.prefer);
      const granted = wished === undefined ? undefined : Math.min(wished, deps.maxWaitSeconds);
      const hasEnded =
        granted !== undefined &&
        (await waitForExecution(deps.profiles.db, execution.id, {
          timeoutMs: granted * 1_000,
          signal: disconnectionOf(reply),
        }));
      if (granted !== undefined) reply.header('preference-applied', `wait=${granted}`);
      reply.header('location', `${deps.baseUrl}/v1/executions/${execution.id}`);
      if (replayed) reply.header('idempotency-replayed', 'true');
      const report = await getExecution(deps.profiles, execution.id);
      return await reply
        .code(hasEnded ? 201 : 202)
        .send({ requestId: request.id, ...representExecution(report, tokenOf(request)) });
    },
  });
}

/**
 * The seconds of a `wait` preference (RFC 7240, section 4.3); undefined without one, or with one that is malformed:
 * a preference that is not understood is ignored.
 */
function parsePreferWait(header: string | readonly string[] | undefined): number | undefined {
  const text = typeof header === 'string' ? header : (header?.join(',') ?? '');
  for (const preference of text.split(',')) {
    const [name = '', value = ''] = preference.split(';')[0]!.split('=');
    // Of a preference that is given twice, the first one counts.
    if (name.trim().toLowerCase() !== 'wait') continue;
    const seconds = /^\s*"?(\d{1,9})"?\s*$/.exec(value)?.[1];
    return seconds === undefined ? undefined : Number(seconds);
  }
  return undefined;
}

/** Size at most of attributes and of metadata, as JSON text. */
const largestObjectBytes = 16_384;
/** Lists and objects within each other at most: what is deeper cannot be written or compared everywhere. */
const deepestObject = 32;

/** The person or company that a body names. Rejects with `request_invalid`. */
export function parseDocument(body: {
  readonly cpf?: string;
  readonly cnpj?: string;
}): { readonly cpf: Cpf } | { readonly cnpj: Cnpj } {
  if ((body.cpf === undefined) === (body.cnpj === undefined)) {
    throw RequestError.at('body', 'must have either cpf or cnpj');
  }
  if (body.cpf !== undefined) return { cpf: parseCpfField('body/cpf', body.cpf) };
  const cnpj = parseCnpj(body.cnpj);
  if (cnpj !== undefined) return { cnpj };
  throw RequestError.at('body/cnpj', `must be ${cnpjWords}`);
}

/** A member that is any object, within the limits. Rejects with `request_invalid`. */
export function checkSize(name: string, value: object | undefined): JsonObject | undefined {
  if (isDeeperThan(deepestObject, value)) {
    throw RequestError.at(`body/${name}`, `must have at most ${deepestObject} levels`);
  }
  if (hasInexactNumber(value)) {
    const most = Number.MAX_SAFE_INTEGER;
    throw RequestError.at(`body/${name}`, `must have no whole number beyond ${most}; send it as a text`);
  }
  if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= largestObjectBytes) {
    return value as JsonObject | undefined;
  }
  throw RequestError.at(`body/${name}`, `must be at most ${largestObjectBytes} bytes of JSON`);
}

/** JSON.parse makes the nearest double of a number: another identifier of one with 64 bits, Infinity of 1e400. */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber);
}
