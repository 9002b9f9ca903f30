import Type from 'typebox';
import type { Secret } from '../platform/config/secret.ts';
import { choice, group, integer, number, text } from '../platform/config/variables.ts';
import type { FieldProblem } from '../platform/errors.ts';

/** Group of the face networks. */
export const engine = group('Face networks', {
  modelsDir: Type.Optional(
    text<string>('text', {
      variable: 'MODELS_DIR',
      whenUnset: '`models/packs` in `DATA_DIR`',
      description:
        'Folder of the model packs that `confere models` installs, and of which the one in use is on record. Without any, the models of the installed packages are used.',
    }),
  ),
  modelsBaseUrl: Type.Optional(
    text<string>('base-url', {
      variable: 'MODELS_BASE_URL',
      whenUnset: 'where each file is published',
      description: 'A mirror that `confere models pull` fetches all files from, by their names.',
    }),
  ),
  modelsAutoPull: choice(['off', 'minifasnet'], {
    variable: 'MODELS_AUTO_PULL',
    default: 'off',
    description:
      '`minifasnet`: the first start fetches the liveness pack MiniFASNet (Apache-2.0) by its pinned hash and uses it. If it cannot, the service starts without it and the log says so.',
  }),
  falseMatchRate: number({
    variable: 'FACE_FALSE_MATCH_RATE',
    default: 0.0001,
    // What the calibration of the default models has been measured for.
    minimum: 1e-5,
    maximum: 1e-2,
    description:
      'Share of comparisons of two different people that may count as a match. Sets the decision threshold; lower is stricter.',
  }),
  livenessThreshold: Type.Optional(
    number({
      variable: 'FACE_LIVENESS_THRESHOLD',
      whenUnset: 'the threshold that the liveness model was measured with',
      minimum: 0,
      maximum: 1,
      description: 'Probability from which a photo counts as taken of a living person.',
    }),
  ),
  workers: integer({
    variable: 'FACE_WORKERS',
    whenUnset: 'the number of processor cores',
    isOnePerCore: true,
    minimum: 1,
    maximum: 256,
    description: 'Threads that analyse faces, each with its own copy of the models.',
  }),
  maxQueue: integer({
    variable: 'FACE_MAX_QUEUE',
    default: 64,
    minimum: 1,
    maximum: 10_000,
    description: 'Photos that may wait for a thread; more are answered with 503.',
  }),
  analysisTimeoutMs: integer({
    variable: 'FACE_ANALYSIS_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'How long analysing one photo may take, waiting included, in milliseconds.',
  }),
});

/** Group of the face networks in processes of their own. */
export const faceService = group(
  'Face services',
  {
    url: Type.Optional(
      text<string>('base-url', {
        variable: 'FACES_URL',
        whenUnset: 'the networks run in this process',
        description:
          'Address of the processes started with `serve --role faces`, or of a balancer before them. It may be private and use plain http inside a trusted network: photos are sent there.',
      }),
    ),
    secret: Type.Optional(
      text<Secret>('secret', {
        variable: 'FACES_SECRET',
        whenUnset: 'required with `FACES_URL` and for `serve --role faces`',
        description: 'Secret that face services ask for: 32 random characters or more.',
      }),
    ),
  },
  findFaceServiceContradictions,
);

const leastSecretLength = 32;

function findFaceServiceContradictions(values: {
  readonly url?: string;
  readonly secret?: Secret;
}): readonly FieldProblem[] {
  const { url, secret } = values;
  if (secret === undefined)
    return url === undefined ? [] : [{ path: 'FACES_SECRET', message: 'FACES_URL needs it.' }];
  if (secret.reveal().length >= leastSecretLength) return [];
  return [{ path: 'FACES_SECRET', message: `It must have ${leastSecretLength} characters or more.` }];
}

/** The settings of this domain. */
export const engineSettings = { engine, faceService };
