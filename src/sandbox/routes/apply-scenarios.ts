import type { FastifyRequest } from 'fastify';
import { FaceError } from '../../faces/index.ts';
import type { App } from '../../web/app.ts';
import { HttpError } from '../../web/errors.ts';
import { scenarioContext } from '../scenario-context.ts';
import { findFaceScenario } from '../scenarios.ts';

const lockSeconds = 900;

/** Tells the engine whose photo a request is about, and refuses requests as the person's scenario says. */
export function applyScenarios(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('confere-environment', 'sandbox');
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const scenario = findFaceScenario(cpfOf(request));
    if (scenario === undefined) return done();
    const isRegistration = request.method === 'PUT';
    if (request.method === 'POST' && scenario.face === 'rate-limited') {
      return done(new HttpError('rate_limited', { retryAfterSeconds: 30 }));
    }
    if (request.method === 'POST' && scenario.face === 'locked') {
      return done(new FaceError('face_locked', { retryAfterSeconds: lockSeconds }));
    }
    scenarioContext.run({ scenario, isRegistration }, done);
  });
}

/** The CPF that a request about a face names. */
function cpfOf({ params, body, headers }: FastifyRequest): string | undefined {
  const { cpf } = (params ?? {}) as { readonly cpf?: string };
  const { peopleId } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly peopleId?: string;
  };
  const header = headers['x-people-id'];
  const found = cpf ?? peopleId ?? header;
  return typeof found === 'string' ? found : undefined;
}
