#!/usr/bin/env node
// Starts the command line on Node 24: its sources in a checkout, the compiled files in an installed package.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
// The whole module: a name that an older Node lacks would end the program before its first line.
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What Confere is tested on. A machine may have an older or newer one in its path. */
const testedMajor = 24;

const major = Number(process.versions.node.split('.')[0]);
const own = major === testedMajor ? undefined : findOwnNode();
if (own === undefined && major >= testedMajor) {
  const source = new URL('../src/main.ts', import.meta.url);
  if (existsSync(source)) useCompiledSources();
  await import(existsSync(source) ? source.href : new URL('../dist/src/main.js', import.meta.url).href);
} else if (own === undefined) {
  console.error(
    `confere needs Node ${testedMajor}; this is ${process.version}. Install it, or let npm run the script of node.`,
  );
  process.exitCode = 1;
} else {
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

/**
 * Lets Node find the sources without their types where an installation keeps them, if nobody else may write there; see
 * src/cli/prepared-program.ts. Node loads its remover of types, a tenth of a second, only for others.
 */
function useCompiledSources() {
  const prepared = fileURLToPath(new URL('../prepared', import.meta.url));
  const folder = join(prepared, 'compiled-code');
  try {
    const isOurs = [prepared, folder].every((path) => {
      const { uid, mode } = statSync(path);
      return uid === process.getuid?.() && (mode & 0o022) === 0;
    });
    if (isOurs) nodeModule.enableCompileCache(folder);
  } catch {
    // There is none.
  }
}

/** The binary of the npm package `node`; undefined when it is absent or another version than the tested one. */
function findOwnNode() {
  try {
    const require = nodeModule.createRequire(import.meta.url);
    const manifest = require.resolve('node/package.json');
    const { version } = require(manifest);
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) && Number(version.split('.')[0]) === testedMajor ? binary : undefined;
  } catch {
    return undefined;
  }
}
