import { Command } from 'commander';
import { loadConfig, readEnvironment, readSecret } from '../../../platform/config/index.ts';
import { readProvidersFile } from '../../providers/load-providers.ts';
import type { ProviderDescription } from '../../providers/provider-description.ts';
import { readKeys } from '../../providers/read-keys.ts';
import { peopleSettings } from '../../settings.ts';

/** `confere providers list`: each described provider and whether its keys are set. Asks nobody. */
export function listProvidersCommand(): Command {
  return new Command('list')
    .description('List the providers and their missing keys, without a request.')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json }: { readonly json?: true }) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const { providersFile } = people;
      const found = providersFile === undefined ? [] : (await readProvidersFile(providersFile)).map(describe);
      if (json) return console.log(JSON.stringify({ items: found }, null, 2));
      if (found.length === 0) return console.log('No provider is described. See SOURCE_PROVIDERS_FILE.');
      for (const { provider, source, costClass, limit, call, missing } of found) {
        console.log(`${provider}: fills ${source}, ${costClass}, ${limit}, ${checks[call]}`);
        if (missing.length === 0) console.log('  keys: set');
        for (const { member, message } of missing) console.log(`  keys: ${member} ${message}`);
      }
    });
}

const checks = {
  free: 'can be checked',
  billed: 'can be checked by a billed call',
  token: 'can be checked by fetching a token',
  none: 'names no call to check it with',
} as const;

function describe(description: ProviderDescription) {
  const { name, source, costClass, requestsPerMinute, health, oauth } = description;
  const call: keyof typeof checks =
    health === undefined ? (oauth === undefined ? 'none' : 'token') : health.isBilled ? 'billed' : 'free';
  const { missing } = readKeys(description, readSecret);
  return {
    provider: name,
    source,
    costClass,
    limit: requestsPerMinute === undefined ? 'no limit' : `${requestsPerMinute} requests a minute`,
    call,
    areKeysSet: missing.length === 0,
    missing,
  };
}
