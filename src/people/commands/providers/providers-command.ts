import { Command } from 'commander';
import { loadConfig, readEnvironment, readSecret } from '../../../platform/config/index.ts';
import { PeopleError } from '../../errors.ts';
import { checkProvider, type ProviderCheck } from '../../providers/check-provider.ts';
import { readKeys, readProvidersFile } from '../../providers/load-providers.ts';
import type { ProviderDescription } from '../../providers/provider-description.ts';
import { peopleSettings } from '../../settings.ts';

export function providersCommand(): Command {
  return new Command('providers')
    .description('List and check the HTTP providers of SOURCE_PROVIDERS_FILE.')
    .addCommand(listProvidersCommand())
    .addCommand(checkProviderCommand());
}

type CheckOptions = { readonly billed?: true; readonly json?: true };

/** Documented in docs/guides/http-providers.md. 1 is any other failure. */
const exitStatuses: Readonly<Record<ProviderCheck['outcome'], number>> = {
  answers: 0,
  keys_missing: 2,
  refused: 3,
  unreachable: 4,
  not_asked: 5,
};

function checkProviderCommand(): Command {
  return new Command('check')
    .description(
      'Check the keys and the API of a provider. Exit status: 0 the API answers, 2 missing keys, 3 refused, 4 no answer, 5 no request made.',
    )
    .argument('<name>', 'name of the provider in SOURCE_PROVIDERS_FILE')
    .option('--billed', 'make the call of the description even if it is billed')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, { billed, json }: CheckOptions) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const { providersFile, fetchAllow } = people;
      const described = providersFile === undefined ? [] : await readProvidersFile(providersFile);
      const description = described.find((one) => one.name === name);
      if (description === undefined) {
        const names = described.map((one) => one.name).join(', ') || 'none';
        throw new PeopleError('source_provider_unknown', { detail: `The file describes: ${names}.` });
      }
      const check = await checkProvider(description, { fetchAllow, isBilledAllowed: billed === true });
      process.exitCode = exitStatuses[check.outcome];
      console.log(json ? JSON.stringify(check, null, 2) : describe(check).join('\n'));
    });
}

function describe({ provider, outcome, missing, hasToken, isBilled, status, tookMs }: ProviderCheck) {
  const took = tookMs === undefined ? '' : ` in ${tookMs} ms`;
  const sentences: Readonly<Record<ProviderCheck['outcome'], string>> = {
    answers: status === undefined ? 'gives a token' : `answers ${status}${took}`,
    keys_missing: 'keys missing; not asked',
    refused: hasToken === false ? 'refuses to give a token' : `refuses: status ${status}${took}`,
    unreachable: hasToken === false ? 'the token address does not answer' : 'does not answer',
    not_asked:
      isBilled === true
        ? 'keys set; not asked, as the call is billed (--billed)'
        : 'keys set; the description names no call to check it with',
  };
  return [
    `${provider}: ${sentences[outcome]}`,
    ...missing.map(({ member, message }) => `  ${member} ${message}`),
  ];
}

function listProvidersCommand(): Command {
  return new Command('list')
    .description('List the providers and their missing keys, without a request.')
    .option('--json', 'print one JSON document on standard output')
    .action(async ({ json }: { readonly json?: true }) => {
      const { people } = loadConfig(readEnvironment(), peopleSettings);
      const { providersFile } = people;
      const found =
        providersFile === undefined ? [] : (await readProvidersFile(providersFile)).map(describeProvider);
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

function describeProvider(description: ProviderDescription) {
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
