import type { OpenDatabase } from './types.ts';

/** The limit of a partition as its column has it: a moment, or the beginning of an identifier. */
export type Bound = string;

/** A partition and the stretch of time that it holds; open at an end without a moment. */
export type Partition = {
  readonly name: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** A table that is partitioned by time. */
export type PartitionedTable = {
  readonly name: string;
  /** The column that decides. */
  readonly key: string;
  /** The beginning of its identifiers (`att_`); undefined when the column holds moments. */
  readonly idPrefix: string | undefined;
  /** The partition for rows that no other takes; also the model of new ones. */
  readonly rest: string;
  /** In the order of time, without the rest. */
  readonly partitions: readonly Partition[];
};

type Row = {
  readonly table: string;
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly bound: string;
  readonly rest: string;
};

/** The tables that are partitioned by time, as the database knows them; see docs/decisions/0166. */
export async function listPartitions(open: OpenDatabase): Promise<readonly PartitionedTable[]> {
  const { rows } = await open.execute(`
    select parent.relname as table, key.attname as key, format_type(key.atttypid, null) as type,
      part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound, rest.relname as rest
    from pg_partitioned_table as kind
    join pg_class as parent on parent.oid = kind.partrelid and parent.relnamespace = current_schema()::regnamespace
    join pg_class as rest on rest.oid = kind.partdefid
    join pg_attribute as key on key.attrelid = parent.oid and key.attnum = kind.partattrs[0]
    join pg_inherits as link on link.inhparent = parent.oid
    join pg_class as part on part.oid = link.inhrelid
    where kind.partstrat = 'r'
    order by parent.relname, part.relname`);
  const byTable = Map.groupBy(rows as Row[], ({ table }) => table);
  return [...byTable.values()].map(toTable);
}

/** The limit at a moment, as text. */
export function toBound({ idPrefix }: Pick<PartitionedTable, 'idPrefix'>, moment: Date): Bound {
  return idPrefix === undefined
    ? moment.toISOString()
    : `${idPrefix}${moment.getTime().toString(16).padStart(12, '0')}`;
}

/** The name of the partition that begins at a moment. */
export function nameOfMonth({ name }: Pick<PartitionedTable, 'name'>, from: Date): string {
  return `${name}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
}

export function startOfMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
}

export function addMonths(month: Date, count: number): Date {
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count, 1));
}

/** The moment of a key; of an identifier, of the time that it begins with. */
function toMoment({ idPrefix }: Pick<PartitionedTable, 'idPrefix'>, key: Date | string): Date {
  if (idPrefix === undefined || key instanceof Date) return new Date(key);
  return new Date(Number.parseInt(key.slice(idPrefix.length, idPrefix.length + 12), 16));
}

function toTable(rows: readonly Row[]): PartitionedTable {
  const { table, key, type, rest } = rows[0]!;
  const bounds = rows
    .filter(({ name }) => name !== rest)
    .map(({ name, bound }) => {
      const [, from, to] = /^FOR VALUES FROM \((.+)\) TO \((.+)\)$/.exec(bound) ?? [];
      return { name, from: textOf(from), to: textOf(to) };
    });
  const known = bounds.flatMap(({ from, to }) => [from, to]).find((text) => text !== undefined);
  const idPrefix = type === 'text' ? /^[a-z]+_/.exec(known ?? '')?.[0] : undefined;
  if (type === 'text' && idPrefix === undefined)
    throw new TypeError(`${table} has no bound to continue from`);
  const momentOf = (text: string | undefined) =>
    text === undefined ? undefined : toMoment({ idPrefix }, text);
  const partitions = bounds
    .map(({ name, from, to }) => ({ name, from: momentOf(from), to: momentOf(to) }))
    .sort((a, b) => (a.to?.getTime() ?? 0) - (b.to?.getTime() ?? 0));
  return { name: table, key, idPrefix, rest, partitions };
}

/** The text of a bound; undefined for MINVALUE and MAXVALUE. */
function textOf(bound: string | undefined): string | undefined {
  return bound === undefined ? undefined : /^'(.*)'$/.exec(bound)?.[1];
}
