import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCpfIndex, createListIndex } from '../../src/people/keyed-indexes.ts';
import type { ListName } from '../../src/people/list-entry.ts';
import { importList } from '../../src/people/lists/import-list.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readEnvironment } from '../../src/platform/config/index.ts';
import { migrate, openDatabase } from '../../src/platform/db/index.ts';
import { generateCnpj, generateCpf, maskCpf } from '../../src/platform/documents.ts';
import { createMasterKey, createRecordCipher } from '../../src/platform/encryption/index.ts';
import { createLogger } from '../../src/platform/log.ts';
import {
  bcbFile,
  ceafFile,
  ceisFile,
  cepimFile,
  cnepFile,
  ibamaFile,
  mteFile,
  pepFile,
  tcuFile,
  tseFile,
} from '../../test/people/lists/list-files.ts';
import { drawBrazilian } from '../screening/draw-names.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { createBenchDatabase } from '../service/bench-database.ts';

// CONFERE_BENCH_DATABASE_URL=... node --expose-gc bench/lists/import-public-lists.ts
// Imports a generated file of each public list, about as large as the published one: entries, time and memory.
const random = createSeededRandom(21);
const drawName = () => drawBrazilian(random).name;
const place = await createBenchDatabase(readEnvironment().CONFERE_BENCH_DATABASE_URL);
const folder = await mkdtemp(join(tmpdir(), 'confere-lists-'));
const database = await openDatabase({
  dataDir: place.dataDir,
  databaseUrl: place.variables.DATABASE_URL,
  logger: createLogger({ level: 'silent' }),
});
const deps = {
  cipher: createRecordCipher({ current: createMasterKey(randomBytes(32)), previous: [] }),
  cpfIndex: createCpfIndex(randomBytes(32)),
  listIndex: createListIndex(randomBytes(32)),
  database,
  clock: systemClock,
};

/** How many entries, and the file with them. */
const lists: Readonly<Partial<Record<ListName, readonly [number, (count: number) => Buffer]>>> = {
  pep: [
    130_000,
    (count) => pepFile(rows(count, (name) => ({ CPF: maskCpf(generateCpf()), Nome_PEP: name }))),
  ],
  ceis: [25_000, (count) => ceisFile(rows(count, sanctioned))],
  cnep: [2_000, (count) => cnepFile(rows(count, sanctioned))],
  ceaf: [
    5_000,
    (count) =>
      ceafFile(
        rows(count, (name) => ({ ...sanctioned(name, 0), 'CPF OU CNPJ DO SANCIONADO': generateCpf() })),
      ),
  ],
  cepim: [
    4_000,
    (count) => cepimFile(rows(count, (name) => ({ 'CNPJ ENTIDADE': generateCnpj(), 'NOME ENTIDADE': name }))),
  ],
  tse: [
    460_000,
    (count) =>
      tseFile(
        rows(count, (name) => ({
          ANO_ELEICAO: '2024',
          NM_CANDIDATO: name,
          NR_CPF_CANDIDATO: generateCpf(),
          DS_CARGO: 'VEREADOR',
        })),
      ),
  ],
  tcu_inabilitados: [7_000, (count) => tcuFile('tcu_inabilitados', rows(count, condemned))],
  tcu_inidoneos: [2_000, (count) => tcuFile('tcu_inidoneos', rows(count, condemned))],
  mte: [
    700,
    (count) =>
      mteFile(
        rows(count, (name, at) => ({
          ID: String(at),
          Empregador: name,
          'CNPJ/CPF': at % 2 === 0 ? generateCpf() : generateCnpj(),
          UF: 'PA',
          'Inclusão no Cadastro de Empregadores': '05/04/2025',
        })),
      ),
  ],
  bcb_inabilitados: [
    500,
    (count) => bcbFile(rows(count, (name) => ({ ...punished(name), CPF: generateCpf() }))),
  ],
  bcb_proibidos: [
    100,
    (count) => bcbFile(rows(count, (name) => ({ ...punished(name), CPF_CNPJ: generateCnpj() }))),
  ],
  ibama: [
    100_000,
    (count) =>
      ibamaFile(
        rows(count, (name, at) => ({
          SEQ_TAD: String(at),
          DES_STATUS_FORMULARIO: 'Lavrado',
          NOME_EMBARGADO: name,
          CPF_CNPJ_EMBARGADO: at % 2 === 0 ? generateCpf() : generateCnpj(),
          DAT_EMBARGO: '2020-01-01 00:00:00',
        })),
      ),
  ],
};

function rows(
  count: number,
  row: (name: string, at: number) => Record<string, string>,
): readonly Record<string, string>[] {
  return Array.from({ length: count }, (_, at) => row(drawName(), at));
}

function sanctioned(name: string, at: number) {
  return {
    'NOME DO SANCIONADO': name,
    'CPF OU CNPJ DO SANCIONADO': at % 2 === 0 ? generateCpf() : generateCnpj(),
    'DATA INÍCIO SANÇÃO': '01/02/2024',
  };
}

function condemned(name: string) {
  return {
    NOME: name,
    DOCUMENTO: generateCpf(),
    PROCESSO: '1/2020',
    DELIBERACAO: 'AC 1',
    'DATA FINAL': '01/01/2090',
  };
}

function punished(name: string) {
  return { PAS: '9', Nome: name, Inicio_do_cumprimento: '2024-01-01', Prazo_final_penalidade: '2090-01-01' };
}

try {
  await migrate(database, join(import.meta.dirname, '../../migrations'));
  for (const [list, [count, make]] of Object.entries(lists)) {
    const path = join(folder, `20260401_${list}.${list.startsWith('bcb') ? 'json' : 'csv'}`);
    const bytes = make(count);
    await writeFile(path, bytes);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 20);
    const cpu = process.cpuUsage();
    const started = performance.now();
    const done = await importList(deps, { list: list as ListName, path, listDate: '2026-04-01' });
    const { user, system } = process.cpuUsage(cpu);
    clearInterval(watching);
    console.log(
      JSON.stringify({
        list,
        megabytes: Number((bytes.length / 1e6).toFixed(1)),
        entries: done.entries,
        processorSeconds: Number(((user + system) / 1e6).toFixed(1)),
        seconds: Number(((performance.now() - started) / 1_000).toFixed(1)),
        addedMemoryMb: Math.round((peak - before) / 1e6),
      }),
    );
  }
} finally {
  await database[Symbol.asyncDispose]();
  await place.remove();
  await rm(folder, { recursive: true });
}
