import { readFile } from 'node:fs/promises';
import { adminCredentialsPath } from '../platform/data-folder/index.ts';
import { CliError } from './errors.ts';

export type ServerCall = {
  readonly path: string;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Asks the server that holds the data folder to do something, as the administrator whose credentials are in the
 * folder. Gives the answer, its body not yet read.
 *
 * Rejects with `admin_credentials_missing` and `server_refused`.
 */
export async function callRunningServer(dataDir: string, url: string, call: ServerCall): Promise<Response> {
  const token = await getAdminToken(dataDir, url);
  const response = await fetch(`${url}${call.path}`, {
    method: 'POST',
    headers: { ...call.headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call.body),
    signal: call.signal,
  });
  if (!response.ok) {
    throw new CliError('server_refused', { detail: describeRefusal((await response.json()) as ErrorAnswer) });
  }
  return response;
}

type ErrorAnswer = {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};

function describeRefusal({ title, detail, errors = [] }: ErrorAnswer): string {
  const said = [title, detail].filter((part) => part !== undefined).join(': ');
  return [said, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}

async function getAdminToken(dataDir: string, url: string): Promise<string> {
  try {
    const { clientId, clientSecret } = JSON.parse(await readFile(adminCredentialsPath(dataDir), 'utf8'));
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'admin' }),
      signal: AbortSignal.timeout(30_000),
    });
    const { access_token: token } = (await response.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`the token endpoint answered ${response.status}`);
    return token;
  } catch (cause) {
    throw new CliError('admin_credentials_missing', { cause });
  }
}
