import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { ImageLinks } from '../../images/index.ts';
import { representSession, SessionSchema } from '../../liveness/routes/get-session.ts';
import type { BuiltFiles } from '../../platform/built-files.ts';
import type { App } from '../../web/app.ts';
import { AnswerSchema, RequestId } from '../../web/schemas.ts';
import { CaptureError } from '../errors.ts';
import { isLoopbackName, type Trial } from '../trial.ts';

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * GET /try: one liveness session of the operator, then its verdict. Only on a service that listens on this machine alone,
 * only asked from there under a name of there: a page elsewhere that names this machine by its own name is refused.
 */
export function trialRoutes(
  app: App,
  { files, trial, imageLinks }: { files: BuiltFiles; trial: Trial; imageLinks: ImageLinks },
): void {
  const config = { access: { kind: 'public' } } as const;

  app.route({
    method: 'GET',
    url: '/try',
    config,
    schema: { hide: true },
    handler: async (request, reply) => {
      requireHere(request);
      const { bytes, contentType } = await files.read('try.html', 'identity');
      return await reply
        .type(contentType)
        .header('content-security-policy', contentPolicy)
        .header('referrer-policy', 'no-referrer')
        .send(bytes);
    },
  });

  app.route({
    method: 'GET',
    url: '/try/challenges',
    config,
    schema: {
      hide: true,
      response: {
        200: Type.Object({ requestId: RequestId, challenges: Type.Array(Type.String()) }),
      },
    },
    handler: async (request, reply) => {
      requireHere(request);
      return await reply.send({ requestId: request.id, challenges: [...trial.challenges] });
    },
  });

  app.route({
    method: 'POST',
    url: '/try/begin',
    bodyLimit: 1_024,
    config,
    schema: {
      hide: true,
      body: Type.Object({
        code: Type.String({ maxLength: 200 }),
        locale: Type.Enum(['pt-BR', 'en'] as const),
        challenge: Type.Optional(Type.Enum(['turns', 'turns_and_light'] as const)),
      }),
      response: {
        201: Type.Object({ requestId: RequestId, captureUrl: Type.String(), key: Type.String() }),
      },
    },
    handler: async (request, reply) => {
      requireHere(request);
      const { code, locale, challenge = 'turns' } = request.body;
      const begun = await trial.begin({
        code,
        locale: locale as 'pt-BR' | 'en',
        challenge: challenge as 'turns' | 'turns_and_light',
        requestId: request.id,
      });
      return await reply.code(201).send({ requestId: request.id, ...begun });
    },
  });

  app.route({
    method: 'GET',
    url: '/try/session',
    config,
    schema: {
      hide: true,
      response: { 200: AnswerSchema(SessionSchema) },
    },
    handler: async (request, reply) => {
      requireHere(request);
      const [, key = ''] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
      const session = representSession(await trial.read(key), (imageId) => imageLinks.sign(imageId));
      return await reply.send({ requestId: request.id, ...session });
    },
  });
}

function requireHere({ hostname, socket }: FastifyRequest): void {
  const isHere = isLoopbackName(socket.remoteAddress ?? '') && isLoopbackName(hostname);
  if (!isHere) throw new CaptureError('trial_elsewhere');
}
