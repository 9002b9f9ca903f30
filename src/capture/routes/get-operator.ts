import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../../web/app.ts';

/** The operator as the hosted page shows it. */
export type Operator = {
  readonly name: string;
  readonly alternative: string | null;
  readonly accent: string | null;
  readonly logo: string | null;
};

const OptionalText = Type.Union([Type.String(), Type.Null()]);

/** GET /capture/operator: whom the page is of, also for a link that is no longer good. It names no session. */
export function getOperatorRoute(app: App, operator: Operator): void {
  app.route({
    method: 'GET',
    url: '/capture/operator',
    config: { access: { kind: 'public' } },
    schema: {
      hide: true,
      response: {
        200: Type.Object({
          name: Type.String(),
          alternative: OptionalText,
          accent: OptionalText,
          logo: OptionalText,
        }),
      },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return operator;
    },
  });
}
