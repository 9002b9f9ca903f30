#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { findCompiledCodeFolder } from './cli/compiled-code-folder.ts';
import { readEnvironment } from './platform/config/read-environment.ts';

// A service that starts again finds its code compiled, where nobody else may write: a fifth less work.
if (process.argv[2] === 'serve') {
  const { DATA_DIR: dataDir = './data' } = readEnvironment();
  const folder = findCompiledCodeFolder(dataDir);
  if (folder !== undefined) enableCompileCache(folder);
}

await import('./run-program.ts');
