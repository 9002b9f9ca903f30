import type { Db } from '../../platform/db/index.ts';
import { longestConsultationMs, type Source, splitName, unguarded } from '../../profiles/index.ts';
import { checkAddress } from '../../registry/index.ts';
import { findNewestImport } from '../data-sets/person-imports-store.ts';
import { type Address, type MergedAddress, MergedAddressesSchema, maxAddresses } from '../types.ts';

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
    asksBy: sources.flatMap(({ source: { asksBy = [] } }) => asksBy),
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

export type AddressesOf = { readonly origin: string; readonly addresses: readonly Address[] };

/** Words for kinds of streets, in the forms that sources shorten them to. */
const streetKinds: Readonly<Record<string, string>> = {
  R: 'RUA',
  AV: 'AVENIDA',
  AVE: 'AVENIDA',
  TV: 'TRAVESSA',
  TRAV: 'TRAVESSA',
  AL: 'ALAMEDA',
  PC: 'PRACA',
  PCA: 'PRACA',
  ROD: 'RODOVIA',
  EST: 'ESTRADA',
};

/**
 * Each address once, with the sources that know it, in the order of the sources. Two entries are one address when
 * nothing that both say differs, and they share street and number, or postal code and number. What the first leaves
 * out is filled from the others. At most 20.
 */
export function mergeAddresses(found: readonly AddressesOf[]): readonly MergedAddress[] {
  const merged: { address: Address; origins: string[] }[] = [];
  for (const { origin, addresses } of found) {
    for (const address of addresses) {
      const same = merged.find((one) => isSame(one.address, address));
      if (same === undefined) merged.push({ address, origins: [origin] });
      else {
        same.address = { ...address, ...same.address };
        if (!same.origins.includes(origin)) same.origins.push(origin);
      }
    }
  }
  return merged.slice(0, maxAddresses).map(({ address, origins }) => ({ ...address, origins }));
}

function isSame(a: Address, b: Address): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  const parts = ['street', 'number', 'postalCode', 'city', 'state', 'complement'] as const;
  const differs = parts.some((part) => {
    const [one, other] = [normalise(part, a[part]), normalise(part, b[part])];
    return one !== '' && other !== '' && one !== other;
  });
  if (differs) return false;
  const shares = (part: (typeof parts)[number]) =>
    normalise(part, a[part]) !== '' && normalise(part, b[part]) !== '';
  return shares('number') && (shares('street') || shares('postalCode'));
}

function normalise(part: keyof Address, value: string | undefined): string {
  if (value === undefined) return '';
  if (part === 'postalCode') return value.replaceAll(/\D/g, '');
  if (part === 'number')
    return value
      .trim()
      .toUpperCase()
      .replace(/^0+(?=\d)/, '');
  const words = splitName(value);
  return words
    .map((word, at) => (part === 'street' && at === 0 ? (streetKinds[word] ?? word) : word))
    .join(' ');
}
