import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Surface } from './access.ts';

/**
 * A listener of the service: one of the surfaces, or the one that commands of this machine reach. See
 * docs/decisions/0014.
 */
export type Listener = Surface | 'commands';

/**
 * Origins whose pages may call the paths that it knows, whatever `CORS_ORIGINS` says; undefined for any other path. Asked
 * with requests of other origins only.
 */
export type OriginsOfPath = (path: string) => Promise<readonly string[]> | undefined;

/** Routes that belong together, and the listeners that serve them. */
export type Routes = {
  readonly on: 'every' | readonly Listener[];
  /** Adds them to a listener with that public address. */
  readonly add: (app: App, baseUrl: string) => void;
};

/** The HTTP server with types of requests and answers taken from their schemas. */
export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  TypeBoxTypeProvider
>;
