import { Command, Option } from 'commander';
import {
  type ClientCredentials,
  createClient,
  type NewClient,
  products,
  scopes,
} from '../../access/index.ts';
import { openStorage } from '../../open-storage.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Config, loadConfig, readEnvironment } from '../../platform/config/index.ts';
import { findRunningProcess } from '../../platform/data-folder/index.ts';
import { createLogger } from '../../platform/log.ts';
import { callRunningServer } from '../call-running-server.ts';

type Options = {
  readonly product: string;
  readonly scope: string;
  readonly name?: string;
  readonly json?: true;
};

/** `confere clients create`: a new client's credentials, shown once. */
export function createClientCommand(): Command {
  return new Command('create')
    .description('Create a client and print its credentials, this once.')
    .addOption(
      new Option('--product <product>', 'where its tokens are used').choices(products).makeOptionMandatory(),
    )
    .requiredOption('--scope <scopes>', `what its tokens may do, separated by spaces: ${scopes.join(' ')}`)
    .option('--name <name>', 'for people to recognise it by')
    .option('--json', 'print one JSON document on standard output')
    .action(async (options: Options) => {
      const config = loadConfig(readEnvironment());
      const credentials = await create(config, {
        product: options.product,
        scopes: options.scope.split(/\s+/).filter((scope) => scope !== ''),
        name: options.name,
      });
      if (options.json) console.log(JSON.stringify(credentials, null, 2));
      else console.log(`client id      ${credentials.clientId}\nclient secret  ${credentials.clientSecret}`);
    });
}

/** On the embedded database a running server does it, as the data folder is its own; else it is done here. */
async function create(config: Config, client: NewClient): Promise<ClientCredentials> {
  const isEmbedded = config.secrets.databaseUrl === undefined;
  const server = isEmbedded ? await findRunningProcess(config.storage.dataDir) : undefined;
  if (server?.url !== undefined) {
    const answer = await callRunningServer(config.storage.dataDir, server.url, 'POST', '/v1/clients', client);
    const { clientId, clientSecret } = answer as ClientCredentials;
    return { clientId, clientSecret };
  }
  const log = createLogger({ level: config.server.logLevel === 'info' ? 'warn' : config.server.logLevel });
  await using storage = await openStorage(config, { log, clock: systemClock, purpose: 'clients create' });
  if (storage.firstAdmin !== undefined) {
    console.error(
      `First administrator, shown this once:\n  client id      ${storage.firstAdmin.clientId}\n  client secret  ${storage.firstAdmin.clientSecret}`,
    );
  }
  return await createClient({ db: storage.database.db, clock: systemClock }, client);
}
