import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestScope } from './database.ts';

const program = fileURLToPath(new URL('./external-issuer-process.ts', import.meta.url));

/** What the other process can be asked to do. */
export type IssuerCall =
  | { readonly kind: 'rotate' }
  | { readonly kind: 'sign'; readonly claims: object; readonly header: object }
  | { readonly kind: 'requests' };

export type ExternalIssuerProcess = {
  readonly issuer: string;
  /** A token by its token endpoint. */
  fetchToken(request: {
    readonly resource: string;
    readonly scope: string;
    readonly peopleId?: string;
  }): Promise<string>;
  /** A token with claims of the test's choice, signed with the issuer's current key. */
  sign(claims: object, header?: object): Promise<string>;
  /** New keys in the place of the old ones, which are gone from the published set. */
  rotate(): Promise<void>;
  /** How often its metadata and its keys have been asked for. */
  requests(): Promise<number>;
  stop(): void;
};

/** An OpenID provider of its own in another process, with one client. */
export async function startExternalIssuer(t: TestScope): Promise<ExternalIssuerProcess> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  t.after(() => child.kill('SIGKILL'));
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
  let queue: Promise<unknown> = Promise.resolve();
  const call = (message: IssuerCall): Promise<{ value: string }> => {
    const answer = queue.then(() => ask(child, message));
    queue = answer;
    return answer;
  };
  return {
    issuer,
    async fetchToken({ resource, scope, peopleId }) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'their-client',
          client_secret: 'their-secret',
          resource,
          scope,
          ...(peopleId === undefined ? {} : { person: peopleId }),
        }),
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`no token: ${JSON.stringify(body)}`);
      return body.access_token;
    },
    sign: async (claims, header = {}) => (await call({ kind: 'sign', claims, header })).value,
    rotate: async () => void (await call({ kind: 'rotate' })),
    requests: async () => Number((await call({ kind: 'requests' })).value),
    stop: () => child.kill('SIGKILL'),
  };
}

async function ask(child: ChildProcess, message: IssuerCall): Promise<{ value: string }> {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer as { value: string };
}
