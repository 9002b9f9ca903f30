import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createCpfIndex, createListIndex } from '../../src/people/keyed-indexes.ts';
import { importList } from '../../src/people/lists/import-list.ts';
import { findCompanyEntries, findPersonEntries } from '../../src/people/lists/list-entries-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readEnvironment } from '../../src/platform/config/index.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { generateCnpj, generateCpf } from '../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import { drawBrazilian } from '../screening/draw-names.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { createBenchDatabase } from '../service/bench-database.ts';

// CONFERE_BENCH_DATABASE_URL=... node bench/lists/import-debts.ts [--rows 2000000]
// Imports a generated table of debts in the layout of the PGFN: time and memory by part, size in the database, lookups.
const { values } = parseArgs({ options: { rows: { type: 'string', default: '2000000' } } });
const rows = Number(values.rows);
const path = join(tmpdir(), `confere-debts-${process.pid}.csv`);
const random = createSeededRandom(20);
const samples = await writeTable();

const place = await createBenchDatabase(readEnvironment().CONFERE_BENCH_DATABASE_URL);
const database = await openDatabase({
  dataDir: place.dataDir,
  databaseUrl: place.variables.DATABASE_URL,
  logger: createLogger({ level: 'silent' }),
});
await migrate(database, join(import.meta.dirname, '../../migrations'));
const { db } = database;
const keys = {
  cipher: createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] }),
  cpfIndex: createCpfIndex(randomBytes(32)),
  listIndex: createListIndex(randomBytes(32)),
};
let peakMb = 0;
const parts = 10;
let nextPart = 1;
/** Prints time and memory after each part: both must grow with the rows, or not at all. */
function reportPart(done: number, from: number) {
  if (done < (rows * nextPart) / parts) return;
  nextPart += 1;
  const memoryMb = Math.round(process.memoryUsage.rss() / 1e6);
  console.log({
    rows: done,
    seconds: Math.round((performance.now() - from) / 1_000),
    memoryMb,
    peakMb: Math.round(peakMb),
  });
}
const before = process.memoryUsage.rss() / 1e6;
const watching = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1e6);
}, 100);
const cpuBefore = process.cpuUsage();
const started = performance.now();
try {
  const deps = { ...keys, database, clock: systemClock };
  const done = await importList(deps, {
    list: 'pgfn',
    path,
    onProgress: ({ rows: done }) => reportPart(done, started),
  });
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const size = await sql<{ bytes: string }>`
    select pg_total_relation_size('person_list_entries') as bytes`.execute(db);
  const lists = new Set(['pgfn'] as const);
  const times: number[] = [];
  for (const { name, sixDigits, cnpj } of samples) {
    const from = performance.now();
    if (cnpj === undefined)
      await findPersonEntries(db, keys, { cpf: undefined, sixDigits, names: [name] }, lists);
    else await findCompanyEntries(db, keys, cnpj, lists);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  console.log({
    rows,
    entries: done.entries,
    seconds: Math.round(seconds),
    rowsASecond: Math.round(rows / seconds),
    processorSeconds: Math.round((user + system) / 1e6),
    memoryBeforeMb: Math.round(before),
    peakMemoryMb: Math.round(peakMb),
    databaseBytesARow: Math.round(Number(size.rows[0]!.bytes) / rows),
    lookupMs: { p50: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] },
  });
} finally {
  clearInterval(watching);
  await database[Symbol.asyncDispose]();
  await place.remove();
  await rm(path);
}

async function writeTable() {
  const drawn = [];
  const file = createWriteStream(path);
  const header =
    'CPF_CNPJ;TIPO_PESSOA;TIPO_DEVEDOR;NOME_DEVEDOR;UF_DEVEDOR;UNIDADE_RESPONSAVEL;NUMERO_INSCRICAO;TIPO_SITUACAO_INSCRICAO;SITUACAO_INSCRICAO;RECEITA_PRINCIPAL;DATA_INSCRICAO;INDICADOR_AJUIZADO;VALOR_CONSOLIDADO';
  file.write(`${header}\r\n`);
  for (let at = 0; at < rows; at += 1) {
    const { name } = drawBrazilian(random);
    const isPerson = at % 2 === 0;
    const cpf = generateCpf();
    const cnpj = generateCnpj();
    const document = isPerson ? `XXX${cpf.slice(3, 6)}.${cpf.slice(6, 9)}XX` : cnpj;
    if (at % Math.ceil(rows / 200) < 2) {
      drawn.push({ name, sixDigits: cpf.slice(3, 9), cnpj: isPerson ? undefined : cnpj });
    }
    const line = `${document};Pessoa;PRINCIPAL;${name};RN;RIO GRANDE DO NORTE;${at};EM COBRANCA;ATIVA A SER AJUIZADA;Imposto de Renda;05/03/2019;SIM;${(random() * 1e5).toFixed(2)}\r\n`;
    if (!file.write(line, 'latin1')) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return drawn;
}
