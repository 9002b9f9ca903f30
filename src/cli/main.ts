#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readEnvironment } from '../platform/config/read-environment.ts';

// A service that starts again finds its code compiled, where nobody else may write: a fifth less work.
const { DATA_DIR: dataDir = './data' } = readEnvironment();
if (process.argv[2] === 'serve' && existsSync(dataDir)) enableCompileCache(join(dataDir, 'compiled-code'));

await import('./program.ts');
