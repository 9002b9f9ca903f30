import { findSecretProblems } from '../platform/config/secret.ts';
import { choice, constant, group, integer, number, text } from '../platform/config/variables.ts';

const engine = group('Face networks', {
  modelsDir: text('text', {
    variable: 'MODELS_DIR',
    whenUnset: '`models/packs` in `DATA_DIR`',
    description:
      'Folder of the installed model packs and of the record of the packs in use. Without packs the service uses the packaged networks.',
  }),
  modelsBaseUrl: text('base-url', {
    variable: 'MODELS_BASE_URL',
    whenUnset: 'the published address of each file',
    description: 'Mirror from which `confere models pull` fetches files by name.',
  }),
  modelsAutoPull: choice(['off', 'minifasnet'], {
    variable: 'MODELS_AUTO_PULL',
    default: 'off',
    description:
      '`minifasnet`: the first start downloads the liveness pack MiniFASNet (Apache-2.0), checks its pinned hash and uses it. After a failed download the service starts without the pack and logs this.',
  }),
  falseMatchRate: number({
    variable: 'FACE_FALSE_MATCH_RATE',
    default: 0.0001,
    // What the calibration of the default models has been measured for.
    minimum: 1e-5,
    maximum: 1e-2,
    description:
      'Accepted false match rate: the share of comparisons of two different people that count as a match. It sets the decision threshold. Lower is stricter.',
  }),
  livenessThreshold: number({
    variable: 'FACE_LIVENESS_THRESHOLD',
    whenUnset: 'the threshold measured for the liveness model',
    minimum: 0,
    maximum: 1,
    description: 'Minimum liveness probability of a photo.',
  }),
  workers: integer({
    variable: 'FACE_WORKERS',
    whenUnset: 'the number of processor cores',
    isOnePerCore: true,
    minimum: 1,
    maximum: 256,
    description: 'Threads that analyse faces. Each thread has its own copy of the networks.',
  }),
  /** Maximum photos that wait for a thread. Further requests get 503. */
  maxQueue: constant(64),
  analysisTimeoutMs: integer({
    variable: 'FACE_ANALYSIS_TIMEOUT_MS',
    default: 10_000,
    minimum: 100,
    maximum: 120_000,
    description: 'Time limit for the analysis of one photo, with waiting, in milliseconds.',
  }),
});

const faceService = group(
  'Face services',
  {
    url: text('base-url', {
      variable: 'FACES_URL',
      whenUnset: 'the networks run in this process',
      description:
        'Address of the face services (`serve --role faces`), or of their load balancer. It may be private. Photos are sent there: use plain http only in a trusted network.',
    }),
    secret: text('secret', {
      variable: 'FACES_SECRET',
      whenUnset: 'required with `FACES_URL` and for `serve --role faces`',
      description:
        'Shared secret of the face services and the processes that call them: at least 32 random characters.',
    }),
  },
  ({ url, secret }) => findSecretProblems('FACES_SECRET', secret, url === undefined ? [] : ['FACES_URL']),
);

export const engineSettings = { engine, faceService };
