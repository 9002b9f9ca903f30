import { type CnpjKeySet, createCnpjKeySet } from './cnpj-key-set.ts';
import type { Judgement, RowView } from './create-row-reader.ts';
import { type CodeKind, columnIndex, type ReceitaLayout, type RegistryTable } from './receita-layout.ts';

/** Which part of the registry to import; everything when nothing is named. */
export type RegistrySelection = {
  /** Establishments of these states, such as `SP`, or `EX` for abroad. */
  readonly states?: readonly string[];
  /** Establishments of these numbers only, fourteen characters each. */
  readonly cnpjs?: readonly string[];
};

/** The counts of the kept rows of a whole import. */
export type RowTally = {
  /** The number of uses of each code, by its kind. */
  readonly codes: Readonly<Record<CodeKind, Map<string, number>>>;
  /** Partners that are companies whose document has not fourteen characters. */
  shortPartnerDocuments: number;
  companyPartners: number;
};

export type RowJudges = {
  /** The judge of one kind of file, for rows in the order of `receitaLayouts`. */
  judgeFor(layout: ReceitaLayout): (row: RowView) => Judgement;
  readonly tally: RowTally;
};

const establishment = {
  state: columnIndex('establishments', 'state'),
  branch: columnIndex('establishments', 'branch'),
  checkDigits: columnIndex('establishments', 'check_digits'),
};
const partner = { kind: columnIndex('partners', 'kind'), document: columnIndex('partners', 'document') };

/** The columns that hold a code, and what it describes. Secondary activities are not counted. */
const codeColumns: Readonly<
  Record<Exclude<RegistryTable, 'codes'>, readonly (readonly [number, CodeKind])[]>
> = {
  establishments: [
    [columnIndex('establishments', 'status_reason'), 'reason'],
    [columnIndex('establishments', 'country'), 'country'],
    [columnIndex('establishments', 'main_activity'), 'activity'],
    [columnIndex('establishments', 'city'), 'city'],
  ],
  companies: [
    [columnIndex('companies', 'nature'), 'nature'],
    [columnIndex('companies', 'responsible_qualification'), 'qualification'],
  ],
  partners: [
    [columnIndex('partners', 'qualification'), 'qualification'],
    [columnIndex('partners', 'country'), 'country'],
    [columnIndex('partners', 'representative_qualification'), 'qualification'],
  ],
  simples: [],
};

/**
 * The judge of the rows of one import. It puts aside invalid numbers and repeated numbers (the first row of a number
 * stays). It leaves out rows outside the selection. Establishments must be read before
 * companies, Simples and partners, because they tell which companies are wanted.
 */
export function createRowJudges(selection: RegistrySelection): RowJudges {
  const isPartial = selection.states !== undefined || selection.cnpjs !== undefined;
  const states = selection.states === undefined ? undefined : new Set(selection.states);
  const wanted = selection.cnpjs === undefined ? undefined : collect(selection.cnpjs);
  const establishments = createCnpjKeySet();
  const companies = createCnpjKeySet();
  const simples = createCnpjKeySet();
  const wantedRoots = isPartial ? createCnpjKeySet() : undefined;
  const counters = {} as Record<CodeKind, CodeCounter>;
  for (const kind of ['activity', 'reason', 'city', 'nature', 'country', 'qualification'] as const) {
    counters[kind] = createCodeCounter();
  }
  const tally: RowTally = {
    get codes() {
      return Object.fromEntries(
        Object.entries(counters).map(([kind, counter]) => [kind, counter.list()]),
      ) as RowTally['codes'];
    },
    shortPartnerDocuments: 0,
    companyPartners: 0,
  };

  return {
    tally,
    judgeFor({ table }) {
      if (table === 'codes') return judgeCode;
      const columns = codeColumns[table];
      const judge = { establishments: judgeEstablishment, companies: judgeCompany, simples: judgeSimples };
      const first = table === 'partners' ? judgePartner : judge[table];
      return (row) => {
        const judgement = isRoot(row) ? first(row) : 'cnpj_invalid';
        if (judgement !== 'keep') return judgement;
        for (let index = 0; index < columns.length; index += 1) {
          const [column, kind] = columns[index]!;
          const [start, end] = [row.starts[column]!, row.ends[column]!];
          if (end > start) counters[kind].count(row.bytes, start, end);
        }
        return 'keep';
      };
    },
  };

  function judgeEstablishment(row: RowView): Judgement {
    const { bytes, starts, ends } = row;
    const [rootAt, branchAt] = [starts[0]!, starts[establishment.branch]!];
    const digitsAt = starts[establishment.checkDigits]!;
    const isNumber =
      ends[establishment.branch]! - branchAt === 4 &&
      isCode(bytes, branchAt, 4) &&
      ends[establishment.checkDigits]! - digitsAt === 2 &&
      isDigit(bytes[digitsAt]) &&
      isDigit(bytes[digitsAt + 1]);
    if (!isNumber) return 'cnpj_invalid';
    if (states !== undefined) {
      const state = bytes.toString('latin1', starts[establishment.state]!, ends[establishment.state]!);
      if (!states.has(state)) return 'leave';
    }
    if (wanted !== undefined && !wanted.hasEstablishment(bytes, rootAt, branchAt)) return 'leave';
    if (!establishments.addEstablishment(bytes, rootAt, branchAt)) return 'duplicate';
    wantedRoots?.addRoot(bytes, rootAt);
    return 'keep';
  }

  function judgeCompany({ bytes, starts }: RowView): Judgement {
    return judgeOnce(companies, bytes, starts[0]!);
  }

  function judgeSimples({ bytes, starts }: RowView): Judgement {
    return judgeOnce(simples, bytes, starts[0]!);
  }

  function judgeOnce(seen: CnpjKeySet, bytes: Buffer, rootAt: number): Judgement {
    if (wantedRoots !== undefined && !wantedRoots.hasRoot(bytes, rootAt)) return 'leave';
    return seen.addRoot(bytes, rootAt) ? 'keep' : 'duplicate';
  }

  function judgePartner({ bytes, starts, ends }: RowView): Judgement {
    if (wantedRoots !== undefined && !wantedRoots.hasRoot(bytes, starts[0]!)) return 'leave';
    const isCompany = bytes[starts[partner.kind]!] === 0x31;
    if (isCompany) {
      tally.companyPartners += 1;
      if (ends[partner.document]! - starts[partner.document]! !== 14) tally.shortPartnerDocuments += 1;
    }
    return 'keep';
  }
}

function judgeCode({ bytes, starts, ends }: RowView): Judgement {
  const length = ends[0]! - starts[0]!;
  return length > 0 && length <= 7 && isCode(bytes, starts[0]!, length) ? 'keep' : 'code_invalid';
}

function isRoot({ bytes, starts, ends }: RowView): boolean {
  return ends[0]! - starts[0]! === 8 && isCode(bytes, starts[0]!, 8);
}

function isCode(bytes: Buffer, from: number, length: number): boolean {
  for (let at = from; at < from + length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 0x30 || byte > 0x5a || (byte > 0x39 && byte < 0x41)) return false;
  }
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function collect(cnpjs: readonly string[]): CnpjKeySet {
  const set = createCnpjKeySet();
  for (const cnpj of cnpjs) set.addEstablishment(Buffer.from(cnpj, 'latin1'), 0, 8);
  return set;
}

type CodeCounter = { count(bytes: Buffer, start: number, end: number): void; list(): Map<string, number> };

/** Counts codes without making a string for each row: by number and length where they are digits. */
function createCodeCounter(): CodeCounter {
  const numbers = new Map<number, number>();
  const others = new Map<string, number>();
  return {
    count(bytes, start, end) {
      let key = end - start;
      if (key <= 7) {
        for (let at = start; at < end; at += 1) {
          const digit = bytes[at]! - 0x30;
          if (digit < 0 || digit > 9) {
            key = -1;
            break;
          }
          key = key * 10 + digit;
        }
        if (key > 0) {
          numbers.set(key, (numbers.get(key) ?? 0) + 1);
          return;
        }
      }
      // Nothing that is not a code may fill the memory.
      const text = bytes.toString('latin1', start, Math.min(end, start + 12));
      if (others.size < 1000 || others.has(text)) others.set(text, (others.get(text) ?? 0) + 1);
    },
    list() {
      const all = new Map(others);
      // The first digit of a key is the length of its code.
      for (const [key, count] of numbers) all.set(String(key).slice(1), count);
      return all;
    },
  };
}
