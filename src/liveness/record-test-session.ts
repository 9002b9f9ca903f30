import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readImage } from '../images/index.ts';
import { createSession } from './create-session.ts';
import { LivenessError } from './errors.ts';
import { listName, recordedColumns } from './evaluation/read-labelled-sequences.ts';
import { listFrames } from './frames-store.ts';
import { stateAt } from './get-session.ts';
import { findSession } from './sessions-store.ts';
import {
  type Challenge,
  type LivenessDeps,
  type LivenessSession,
  type LivenessTest,
  openStates,
} from './types.ts';

/** Whose test sessions are: no client, so that no token reads or uses one. */
const testClientId = 'operator';
const pollMs = 500;

/**
 * A session that is marked as a test, its link told at once, and its frames written when it was judged: into a folder of
 * their own under `folder`, listed in its `labels.csv` as `confere liveness evaluate` reads it. One that was never judged
 * writes nothing. The session itself goes after a day, as every unused one. Gives the name of its folder, undefined when
 * there was nothing to write.
 *
 * Rejects with `liveness_recording_unwritable`, before there is a session when the list cannot be written, and with
 * `liveness_light_off` for light that the operator does not offer.
 */
export async function recordTestSession(
  deps: LivenessDeps,
  recording: {
    readonly folder: string;
    readonly test: LivenessTest;
    readonly challenge?: Challenge | undefined;
  },
  options: { readonly signal: AbortSignal; readonly onLink: (captureUrl: string, expiresAt: Date) => void },
) {
  const { folder, test } = recording;
  await openList(folder);
  const { id, captureUrl, expiresAt } = await createSession(deps, {
    clientId: testClientId,
    purpose: 'check',
    peopleId: undefined,
    locale: 'en',
    redirectUrl: undefined,
    requester: { actor: { kind: 'operator' } },
    challenge: recording.challenge,
    test,
  });
  options.onLink(captureUrl, expiresAt);
  const session = await waitForEnd(deps, id, options.signal);
  const state = stateAt(session, deps.clock.now());
  const { reasons = [] } = session.verdict ?? {};
  if (state !== 'passed' && state !== 'failed') return { name: undefined, state, reasons, frames: 0 };
  try {
    const name = await makeFolder(folder, test);
    const frames = await writeFrames(deps, id, session, join(folder, name));
    const values: Record<(typeof recordedColumns)[number], string> = {
      sequence: name,
      species: '',
      instrument: '',
      subject: '',
      light: '',
      ...test,
      state,
      reasons: reasons.join(' '),
    };
    await appendFile(
      join(folder, listName),
      `${recordedColumns.map((column) => values[column]).join(',')}\n`,
    );
    return { name, state, reasons, frames };
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

async function waitForEnd(deps: LivenessDeps, id: string, signal: AbortSignal): Promise<LivenessSession> {
  for (;;) {
    const session = await findSession(deps.db, id);
    if (session === undefined) throw new LivenessError('liveness_session_not_found');
    const state = stateAt(session, deps.clock.now());
    if (state !== 'judging' && !openStates.includes(state)) return session;
    await wait(pollMs, undefined, { signal });
  }
}

/** Makes the folder and its list, or finds that both are there and the list is one that this module wrote. */
async function openList(folder: string): Promise<void> {
  const header = `${recordedColumns.join(',')}\n`;
  let found: string;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, listName), header, { flag: 'wx' });
    return;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritable(folder, cause);
    found = await readFile(join(folder, listName), 'utf8').catch((cause: unknown) => {
      throw unwritable(folder, cause);
    });
  }
  if (!found.startsWith(header)) {
    throw unwritable(folder, undefined, `${listName} has other columns than ${recordedColumns.join(',')}.`);
  }
}

/** A folder that was not there, named after what it shows. */
async function makeFolder(
  folder: string,
  { label, species, instrument, subject }: LivenessTest,
): Promise<string> {
  const base = [species ?? label, instrument, subject]
    .filter((part) => part !== undefined)
    .map((part) => part.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
    .join('-');
  const taken = new Set(await readdir(folder));
  for (let number = 1; ; number++) {
    const name = `${base}-${String(number).padStart(3, '0')}`;
    if (taken.has(name)) continue;
    await mkdir(join(folder, name));
    return name;
  }
}

async function writeFrames(
  deps: LivenessDeps,
  id: string,
  { steps }: LivenessSession,
  place: string,
): Promise<number> {
  const frames = await listFrames(deps.db, id);
  for (const [index, { step, imageId }] of frames.entries()) {
    const { bytes, contentType } = await readImage(deps, imageId);
    const number = String(index + 1).padStart(2, '0');
    const ending = contentType === 'image/webp' ? 'webp' : 'jpg';
    await writeFile(join(place, `${number}-${steps[step - 1]?.kind}.${ending}`), bytes);
  }
  return frames.length;
}

function unwritable(folder: string, cause: unknown, detail = folder): LivenessError {
  return new LivenessError('liveness_recording_unwritable', { detail, cause });
}
