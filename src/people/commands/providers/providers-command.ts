import type { Command } from 'commander';
import { argument, defineCommand, groupCommands, option } from '../../../cli/define-command.ts';
import { loadConfig, readEnvironment, readSecret } from '../../../platform/config/index.ts';
import { PeopleError } from '../../errors.ts';
import { checkProvider, type ProviderCheck } from '../../providers/check-provider.ts';
import { readKeys, readProvidersFile } from '../../providers/load-providers.ts';
import type { ProviderDescription } from '../../providers/provider-description.ts';
import { peopleSettings } from '../../settings.ts';

export function providersCommand(): Command {
  return groupCommands('providers', 'List and check the HTTP providers of SOURCE_PROVIDERS_FILE.', [
    defineCommand('list', {
      description: 'List the providers and their missing keys, without a request.',
      run: async () => ({ items: (await readProviders()).described.map(describeProvider) }),
      describe: ({ items }) =>
        items.length === 0
          ? 'No provider is described. See SOURCE_PROVIDERS_FILE.'
          : items.flatMap(describeKeys),
    }),
    defineCommand('check', {
      description:
        'Check the keys and the API of a provider. Exit status: 0 the API answers, 2 missing keys, 3 refused, 4 no answer, 5 no request made.',
      takes: {
        name: argument('<name>', 'name of the provider in SOURCE_PROVIDERS_FILE'),
        billed: option('--billed', 'make the call of the description even if it is billed'),
      },
      async run({ name, billed = false }) {
        const { described, fetchAllow } = await readProviders();
        const description = described.find((one) => one.name === name);
        if (description === undefined) {
          const names = described.map((one) => one.name).join(', ') || 'none';
          throw new PeopleError('source_provider_unknown', { detail: `The file describes: ${names}.` });
        }
        const check = await checkProvider(description, { fetchAllow, isBilledAllowed: billed });
        process.exitCode = exitStatuses[check.outcome];
        return check;
      },
      describe: describeCheck,
    }),
  ]);
}

async function readProviders() {
  const { providersFile, fetchAllow } = loadConfig(readEnvironment(), peopleSettings).people;
  return { described: providersFile === undefined ? [] : await readProvidersFile(providersFile), fetchAllow };
}

/** Documented in docs/guides/http-providers.md. 1 is any other failure. */
const exitStatuses: Readonly<Record<ProviderCheck['outcome'], number>> = {
  answers: 0,
  keys_missing: 2,
  refused: 3,
  unreachable: 4,
  not_asked: 5,
};

function describeCheck(check: ProviderCheck) {
  const { provider, outcome, missing, hasToken, isBilled, status, tookMs, reason } = check;
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
    ...(reason === undefined ? [] : [`  ${reason}`]),
  ];
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

function describeKeys({ provider, missing, ...one }: ReturnType<typeof describeProvider>): string[] {
  const keys = missing.map(({ member, message }) => `  keys: ${member} ${message}`);
  return [
    `${provider}: fills ${one.source}, ${one.costClass}, ${one.limit}, ${checks[one.call]}`,
    ...(keys.length === 0 ? ['  keys: set'] : keys),
  ];
}
