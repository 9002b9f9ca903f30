import { Command } from 'commander';
import { loadConfig, readEnvironment } from '../../../platform/config/index.ts';
import { PeopleError } from '../../errors.ts';
import { checkProvider, type ProviderCheck } from '../../providers/check-provider.ts';
import { readProvidersFile } from '../../providers/load-providers.ts';
import { peopleSettings } from '../../settings.ts';

type Options = { readonly billed?: true; readonly json?: true };

/** Documented in docs/guides/http-providers.md. 1 is any other failure. */
const exitStatuses: Readonly<Record<ProviderCheck['outcome'], number>> = {
  answers: 0,
  keys_missing: 2,
  refused: 3,
  unreachable: 4,
  not_asked: 5,
};

/** `confere providers check NAME`: whether the keys are set and the API takes them. */
export function checkProviderCommand(): Command {
  return new Command('check')
    .description(
      'Check the keys and the API of a provider. Exit status: 0 the API answers, 2 missing keys, 3 refused, 4 no answer, 5 no request made.',
    )
    .argument('<name>', 'name of the provider in SOURCE_PROVIDERS_FILE')
    .option('--billed', 'make the call of the description even if it is billed')
    .option('--json', 'print one JSON document on standard output')
    .action(async (name: string, { billed, json }: Options) => {
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
