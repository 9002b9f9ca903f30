/** Removes the builds of ONNX Runtime and of the JPEG decoder for other systems: 255 MB. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '..', 'node_modules');
const remove = (path: string) => rmSync(path, { recursive: true, force: true });

const runtimes = join(packages, 'onnxruntime-node', 'bin', 'napi-v6');
for (const platform of list(runtimes)) {
  for (const architecture of list(join(runtimes, platform))) {
    const isOurs = platform === process.platform && architecture === process.arch;
    if (!isOurs) remove(join(runtimes, platform, architecture));
  }
}
const decoders = join(packages, '@julusian', 'jpeg-turbo', 'prebuilds');
for (const name of list(decoders)) {
  // One for musl may lie beside the one for glibc.
  if (!name.startsWith(`jpeg-turbo-${process.platform}-${process.arch}`)) remove(join(decoders, name));
}

/** Nothing where the package lies elsewhere, as in a folder that several projects share. */
function list(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
