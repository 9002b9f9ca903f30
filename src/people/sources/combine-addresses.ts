import type { Db } from '../../platform/db/index.ts';
import { longestConsultationMs, type Source, unguarded } from '../../profiles/index.ts';
import { checkAddress } from '../../registry/index.ts';
import { mergeAddresses } from '../addresses/merge-addresses.ts';
import { findNewestImport } from '../data-sets/person-imports-store.ts';
import { type Address, MergedAddressesSchema } from '../types.ts';

/** A source of addresses, and what answers call it. */
export type AddressSource = {
  readonly origin: string;
  readonly source: Source;
  /** True if each question costs money: then it is asked only where the others know nothing. */
  readonly isBilled: boolean;
};

/**
 * The addresses of all sources as one list, each address with the sources that know it. Nothing is known only when all
 * of them could be asked; what is known is told although one could not, which is then named in `unavailable`.
 */
export function combineAddresses(sources: readonly [AddressSource, ...AddressSource[]]): Source {
  const [free, billed] = [sources.filter((one) => !one.isBilled), sources.filter((one) => one.isBilled)];
  return {
    name: 'pfAddresses',
    subject: 'person',
    dataSchema: MergedAddressesSchema,
    timeoutMs: sources.reduce((sum, { source }) => sum + longestConsultationMs(source), 0),
    policy: unguarded,
    isLocal: sources.every(({ source }) => source.isLocal),
    currentVersion,
    async consult(subject, context) {
      const ask = async ({ origin, source }: AddressSource) => ({
        origin,
        answer: await context.ask(source, subject),
      });
      // One after another in a transaction: it is one connection.
      const answers = [];
      for (const one of free) answers.push(await ask(one));
      for (const one of billed) {
        if (answers.some(({ answer }) => answer.outcome === 'found')) break;
        answers.push(await ask(one));
      }
      const known = answers.flatMap(({ origin, answer }) =>
        answer.outcome === 'found'
          ? [{ origin, addresses: answer.data.addresses as readonly Address[] }]
          : [],
      );
      const missing = answers.filter(({ answer }) => answer.outcome === 'unavailable');
      const version = await currentVersion(context.db);
      if (known.length === 0) {
        const { answer } = missing[0] ?? answers[0]!;
        return answer.outcome === 'absent' ? { ...answer, version } : answer;
      }
      const days = answers.map(({ answer }) =>
        answer.outcome === 'found' ? answer.data.dataDate : undefined,
      );
      const day = days.find((one) => typeof one === 'string');
      const addresses = [];
      // One after another, as above.
      for (const one of mergeAddresses(known)) {
        addresses.push({ ...one, ...(await checkAddress(context.db, one)) });
      }
      const restsOn = answers.flatMap(({ answer }) =>
        answer.outcome === 'found' ? (answer.restsOn ?? []) : [],
      );
      return {
        outcome: 'found',
        version,
        ...(restsOn.length > 0 && { restsOn }),
        data: {
          addresses,
          ...(missing.length > 0 && { unavailable: missing.map(({ origin }) => origin) }),
          ...(day !== undefined && { dataDate: day }),
        },
      };
    },
  };
}

/** Another import may know other addresses: then an earlier answer is not used again. */
async function currentVersion(db: Db): Promise<string> {
  return `import ${(await findNewestImport(db)) ?? 'none'}`;
}
