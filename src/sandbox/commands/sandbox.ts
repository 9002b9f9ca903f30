import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Application, StartedService } from '../../module.ts';
import { readEnvironment } from '../../platform/config/index.ts';
import { adminCredentialsPath } from '../../platform/data-folder/index.ts';
import {
  type Credentials,
  prepareSandbox,
  type SandboxClients,
  type SendAsAdmin,
} from '../prepare-sandbox.ts';

type Options = { readonly listen: string; readonly dataDir: string; readonly json?: true };

export function sandboxCommand({ serve }: Application): Command {
  return new Command('sandbox')
    .description('Start a sandbox: invented people and companies, no face networks, an embedded database.')
    .option('--listen <address>', 'address and port to listen on', '127.0.0.1:8090')
    .option('--data-dir <folder>', 'folder of the sandbox; do not share it', './sandbox-data')
    .option('--json', 'print clients and address as one JSON document after the start')
    .action(async ({ listen, dataDir, json }: Options) => {
      // A sandbox invents sources that do not answer: warnings of them would tell nothing.
      const { LOG_LEVEL = 'error' } = readEnvironment();
      // Nothing else of the environment: it may be that of a live service.
      const folder = resolve(dataDir);
      const env = {
        SANDBOX: 'on',
        LISTEN: listen,
        DATA_DIR: folder,
        LOG_LEVEL,
        RATE_LIMIT_PER_MINUTE: '6000',
        // Webhooks reach a program on the developer's machine.
        WEBHOOK_ALLOW: '127.0.0.1,localhost',
      };
      await serve(env, {
        async onListening(service) {
          const show = (clients: SandboxClients) => {
            const shown = { url: service.url, environment: 'sandbox', ...clients };
            console.log(json ? JSON.stringify(shown, null, 2) : describe(shown));
          };
          const kept = await readClients(folder);
          if (kept === undefined) await fill(service, folder, show);
          else show(kept);
        },
      });
    });
}

type Shown = SandboxClients & { readonly url: string };

function describe({ url, customer, mobile }: Shown): string {
  return `Sandbox at ${url}, API reference at ${url}/docs/reference/, people and companies at ${url}/v1/sandbox/scenarios

            client id                             client secret
back end    ${customer.clientId}  ${customer.clientSecret}
mobile app  ${mobile.clientId}  ${mobile.clientSecret}

Profiles of the people and companies appear within seconds.

curl -u "${customer.clientId}:${customer.clientSecret}" -d grant_type=client_credentials ${url}/oauth2/token`;
}

const clientsPath = (dataDir: string) => join(dataDir, 'sandbox-clients.json');

/** The clients that an earlier start made; undefined before the first one was done. */
async function readClients(dataDir: string): Promise<SandboxClients | undefined> {
  const kept = await readFile(clientsPath(dataDir), 'utf8').catch(() => undefined);
  return kept === undefined ? undefined : (JSON.parse(kept) as SandboxClients);
}

/**
 * Fills a new sandbox and shows its clients as soon as people can be authenticated. The executions of the catalogue
 * start after that. Keeps the clients, in the clear, in the sandbox's folder when all is done.
 */
async function fill(
  service: StartedService,
  dataDir: string,
  show: (clients: SandboxClients) => void,
): Promise<void> {
  const admin = JSON.parse(await readFile(adminCredentialsPath(dataDir), 'utf8')) as Credentials;
  const { clients, startExecutions } = await prepareSandbox(await sendAs(service.url, admin));
  show(clients);
  await startExecutions();
  await writeFile(clientsPath(dataDir), `${JSON.stringify(clients, null, 2)}\n`, { mode: 0o600 });
}

async function sendAs(url: string, { clientId, clientSecret }: Credentials): Promise<SendAsAdmin> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const response = await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox cannot be filled: ${method} ${path}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}
