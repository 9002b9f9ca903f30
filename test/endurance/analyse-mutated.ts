import type { FaceEngine } from '../../src/engine/index.ts';
import { EngineError } from '../../src/engine/index.ts';
import { ImageError, inspectPhoto } from '../../src/images/index.ts';
import { cleanPhoto } from '../images/clean-photo.ts';
import type { MutatedPhoto } from './mutate-photo.ts';

/** How the service and the engine answer one photo. */
export type MutatedOutcome = {
  /** `accepted`, or the code by which the intake refuses it. */
  readonly intake: string;
  /** `analysed`, or the code by which the engine refuses it. */
  readonly engine: string;
  readonly ms: number;
};

/** What an undocumented end of an analysis says. */
export class UndocumentedOutcome extends Error {}

const photoCodes = new Set(['image_undecodable', 'image_unsupported', 'image_too_large']);
const engineCodes = new Set([
  'image_undecodable',
  'face_not_found',
  'multiple_faces',
  'face_too_small',
  'face_too_blurred',
]);

/**
 * Brings a photo in as a request would, and analyses it whatever the intake said: the engine has to stand on its
 * own. Rejects with `UndocumentedOutcome` for any error but the documented ones.
 */
export async function analyseMutated(
  engine: FaceEngine,
  photo: MutatedPhoto,
  maxPixels: number,
): Promise<MutatedOutcome> {
  const started = performance.now();
  const intake = await codeOf(photo, photoCodes, async () => {
    await cleanPhoto(photo.bytes, inspectPhoto(photo.bytes, { maxPixels }));
  });
  const analysis = await engine.analyse(photo.bytes).then(
    () => 'analysed',
    (error: unknown) => documented(photo, error, engineCodes),
  );
  return { intake, engine: analysis, ms: performance.now() - started };
}

async function codeOf(
  photo: MutatedPhoto,
  codes: ReadonlySet<string>,
  run: () => Promise<void>,
): Promise<string> {
  try {
    await run();
    return 'accepted';
  } catch (error) {
    return documented(photo, error, codes);
  }
}

function documented({ name }: MutatedPhoto, error: unknown, codes: ReadonlySet<string>): string {
  if ((error instanceof ImageError || error instanceof EngineError) && codes.has(error.code))
    return error.code;
  throw new UndocumentedOutcome(`a photo (${name}) ends in ${String(error)}`, { cause: error });
}
