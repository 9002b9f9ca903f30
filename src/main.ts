#!/usr/bin/env node
import { findCompiledCodeFolder, findPreparedProgram, keepCompiledCode } from './cli/prepared-program.ts';
import { readEnvironment } from './platform/config/read-environment.ts';

// Code is found compiled where nobody else may write: without their types the sources take a second less.
const { DATA_DIR: dataDir = './data' } = readEnvironment();
const folder = findCompiledCodeFolder(process.argv[2] === 'serve' ? dataDir : undefined);
if (folder !== undefined) keepCompiledCode(folder);

const bundle = findPreparedProgram();
const runConfere: () => Promise<void> =
  bundle === undefined
    ? (await import('./process/run-program.ts')).runConfere
    : (await import(bundle)).runConfere;
await runConfere();
