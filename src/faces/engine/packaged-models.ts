import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ModelDescription } from '../face-engine.ts';
import type { OutputNames } from './convert/convert-graph-model.ts';

/** One network whose weights arrive inside an npm package. */
export type PackagedModel = ModelDescription & {
  /** Name of the converted file, without its ending. */
  readonly file: PackagedModelFile;
  /** Description of the weights (and of the graph, when `outputs` is given), and the weights themselves. */
  readonly sources: readonly [manifest: string, weights: string];
  /** Outputs of a graph model; absent for weights without a graph. */
  readonly outputs?: OutputNames;
  /** Side of the pictures it is converted for, where that is not the graph's own: the same network once more. */
  readonly pictureSize?: number;
};

export type PackagedModelFile = 'detector' | 'quick-detector' | 'landmarks' | 'embedding-a' | 'embedding-b';

/** Side of the pictures that the detector is converted for a second time. */
const quickDetectorSize = 128;

/**
 * The packaged networks, with their files resolved in the installed packages. The licence is the package's;
 * the packages do not say under which terms the photos their networks were trained on may be used.
 */
export function listPackagedModels(): readonly PackagedModel[] {
  const human = packageFolder('@vladmandic/human');
  const faceApi = packageFolder('@vladmandic/face-api');
  const humanModel = (name: string) =>
    [join(human.path, 'models', `${name}.json`), join(human.path, 'models', `${name}.bin`)] as const;
  const detector = {
    role: 'detector',
    name: 'blazeface',
    version: human.version,
    licence: 'MIT',
    sources: humanModel('blazeface'),
    outputs: { scores16: 'Identity', scores32: 'Identity_1', boxes16: 'Identity_2', boxes32: 'Identity_3' },
  } as const;
  return [
    { ...detector, file: 'detector' },
    { ...detector, file: 'quick-detector', pictureSize: quickDetectorSize },
    {
      role: 'landmarks',
      name: 'facemesh',
      version: human.version,
      licence: 'MIT',
      file: 'landmarks',
      sources: humanModel('facemesh'),
      outputs: { mesh: 'Identity_2', flag: 'Identity_1' },
    },
    {
      role: 'embedding',
      name: 'dlib-face-recognition-resnet',
      version: faceApi.version,
      licence: 'MIT',
      file: 'embedding-a',
      sources: [
        join(faceApi.path, 'model', 'face_recognition_model-weights_manifest.json'),
        join(faceApi.path, 'model', 'face_recognition_model.bin'),
      ],
    },
    {
      role: 'embedding',
      name: 'faceres',
      version: human.version,
      licence: 'MIT',
      file: 'embedding-b',
      sources: humanModel('faceres'),
      outputs: { embedding: 'global_pooling/Mean' },
    },
  ];
}

/** Walks up from the package's entry point: its `exports` need not name its package.json. */
function packageFolder(name: string): { path: string; version: string } {
  let path = dirname(createRequire(import.meta.url).resolve(name));
  while (!existsSync(join(path, 'package.json'))) path = dirname(path);
  const { version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { version: string };
  return { path, version };
}
