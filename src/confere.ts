#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { findCompiledCodeFolder } from './cli/compiled-code-folder.ts';
import { readEnvironment } from './platform/config/read-environment.ts';

// Code is found compiled where nobody else may write: without their types the sources take a second less.
const { DATA_DIR: dataDir = './data' } = readEnvironment();
const folder = findCompiledCodeFolder(process.argv[2] === 'serve' ? dataDir : undefined);
if (folder !== undefined) enableCompileCache(folder);

await import('./run-program.ts');
