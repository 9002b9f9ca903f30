import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** A place for one service's data, removed by `remove`. */
export type BenchDatabase = {
  readonly dataDir: string;
  /** What the service has to be started with. */
  readonly variables: Readonly<Record<string, string>>;
  remove(): Promise<void>;
};

/** A new data folder, and with the address of a PostgreSQL a new database there. */
export async function createBenchDatabase(serverUrl: string | undefined): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-bench-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (serverUrl === undefined) return { dataDir, variables: { DATA_DIR: dataDir }, remove: removeFolder };
  const name = `confere_bench_${randomBytes(8).toString('hex')}`;
  await runOnServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    dataDir,
    variables: {
      DATA_DIR: dataDir,
      DATABASE_URL: url.href,
      MASTER_KEY: randomBytes(32).toString('base64'),
    },
    async remove() {
      await runOnServer(serverUrl, `drop database if exists ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
