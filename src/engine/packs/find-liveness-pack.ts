import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { livenessThreshold } from '../describe-engine.ts';
import type { LivenessNetworks } from '../engine-packs.ts';
import { blueGreenRed, miniFasNetEngine } from '../liveness/open-assessor.ts';
import type { NetworkFile } from '../onnx-network.ts';

/** File names, in lower case, and SHA-256 of the builds of one network that may be loaded. */
type KnownBuilds = { readonly names: readonly string[]; readonly sha256: readonly string[] };
export type LivenessBuilds = { readonly v2: KnownBuilds; readonly v1se: KnownBuilds };

/**
 * The published builds of the two networks: the release `weights` of github.com/yakhyo/face-anti-spoofing, then a
 * conversion of the same weights from github.com/minivision-ai/Silent-Face-Anti-Spoofing. Both Apache-2.0.
 */
const publishedBuilds: LivenessBuilds = {
  v2: {
    names: ['minifasnetv2.onnx', 'minifasnet_v2.onnx'],
    sha256: [
      'b32929adc2d9c34b9486f8c4c7bc97c1b69bc0ea9befefc380e4faae4e463907',
      'cea58061b5a018cf9971b6feb116367c07ec9b27a0ec141206ab09c1129f8d77',
    ],
  },
  v1se: {
    names: ['minifasnetv1se.onnx', 'minifasnet_v1se.onnx'],
    sha256: [
      'ebab7f90c7833fbccd46d3a555410e78d969db5438e169b6524be444862b3676',
      '09ccb533f5a9e19d516360fa1e8af4aa36eddbf3a3aa3b7257608ebb74f19c75',
    ],
  },
};

/**
 * The MiniFASNet pack when both its files lie in `modelsDir` (or its subfolder `minifasnet`) with a known hash. A file
 * whose hash is not known is never loaded, only reported: `problems` says why a file that looks like part of the pack
 * was left out. `builds`: those that are known, by default the published ones.
 */
export function findLivenessPack(
  modelsDir: string | undefined,
  builds: LivenessBuilds = publishedBuilds,
): { readonly pack: LivenessNetworks | undefined; readonly problems: readonly string[] } {
  if (modelsDir === undefined) return { pack: undefined, problems: [] };
  const problems: string[] = [];
  const paths = [modelsDir, join(modelsDir, 'minifasnet')].flatMap(listFolder);
  const v2 = findFile(paths, builds.v2, problems);
  const v1se = findFile(paths, builds.v1se, problems);
  if (v2 !== undefined && v1se !== undefined) return { pack: miniFasNet(v2, v1se), problems };
  const missing = v2 === undefined ? 'MiniFASNetV2.onnx' : 'MiniFASNetV1SE.onnx';
  if (v2 !== undefined || v1se !== undefined)
    problems.push(`The liveness pack is incomplete without ${missing}`);
  return { pack: undefined, problems };
}

/** The two networks as they were trained (minivision-ai/Silent-Face-Anti-Spoofing, `generate_patches.py`). */
function miniFasNet(v2: NetworkFile, v1se: NetworkFile): LivenessNetworks {
  return {
    engine: miniFasNetEngine,
    networks: [
      { file: v2, cropScale: 2.7 },
      { file: v1se, cropScale: 4 },
    ],
    input: { size: 80, scaling: blueGreenRed },
    classes: 3,
    liveClass: 1,
    threshold: livenessThreshold,
    descriptions: ['MiniFASNetV2', 'MiniFASNetV1SE'].map((name) => ({
      role: 'liveness',
      name,
      version: 'silent-face-anti-spoofing',
      licence: 'Apache-2.0',
    })),
  };
}

function findFile(
  paths: readonly string[],
  { names, sha256 }: KnownBuilds,
  problems: string[],
): NetworkFile | undefined {
  const candidates = paths.filter((path) => names.some((name) => path.toLowerCase().endsWith(`/${name}`)));
  for (const path of candidates) {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    if (sha256.some((known) => known === hash)) return { path, sha256: hash };
    problems.push(`${path} is not loaded: its SHA-256 ${hash} is that of no known build`);
  }
  return undefined;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}
