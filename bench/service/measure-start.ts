import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPreparedProgram } from '../../src/cli/prepared-program.ts';
import { median } from './percentile.ts';

/** From the start of the process until `/readyz` answers 200. */
export type Start = {
  readonly ms: number;
  /** Processor time of the process until then, all threads; NaN where /proc does not tell. */
  readonly cpuMs: number;
};

export type StartFigures = {
  /** In an empty data folder: the embedded database is made, and the packaged networks are converted. */
  readonly first: Start;
  /** In the same folder afterwards; medians. */
  readonly again: Start;
};

const starts = 3;
const main = fileURLToPath(new URL('../../bin/confere.js', import.meta.url));

/** `confere serve` in a new data folder, and again, with the embedded database. */
export async function measureStart(say: (text: string) => void): Promise<StartFigures> {
  say('starting the service in an empty folder, and again');
  if (findPreparedProgram() === undefined) {
    say('  from its sources: no bundle of them is up to date, `npm run prepare` makes one');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'confere-bench-start-'));
  try {
    const first = await startOnce(dataDir);
    const again: Start[] = [];
    for (let i = 0; i < starts; i += 1) again.push(await startOnce(dataDir));
    return {
      first,
      again: { ms: median(again.map(({ ms }) => ms)), cpuMs: median(again.map(({ cpuMs }) => cpuMs)) },
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string): Promise<Start> {
  const { PATH, HOME } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: dataDir,
    env: { PATH, HOME, DATA_DIR: dataDir, LISTEN: '127.0.0.1:0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const url = await readUrl(child);
    while (!(await isReady(url))) await delay(5);
    return { ms: performance.now() - started, cpuMs: await readCpuMs(child.pid!) };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** The address the service says it listens on. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const match = /listens on (http:\S+?),? /.exec(text);
      if (match !== null) resolve(match[1]!);
    });
    child.once('exit', () => reject(new Error('the service ended before it listened')));
  });
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`);
  await response.arrayBuffer();
  return response.ok;
}

async function readCpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
