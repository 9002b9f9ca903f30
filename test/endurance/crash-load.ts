import { randomUUID } from 'node:crypto';
import { generateCpf } from '../../src/platform/documents.ts';

/** What the service answered for, and so has to have after any crash. Photos are named by their index. */
export type Promised = {
  readonly attempts: { readonly id: string; readonly cpf: string; readonly photo: number }[];
  readonly registrations: { readonly faceId: string; readonly cpf: string; readonly photo: number }[];
  readonly captures: { readonly cpf: string; readonly photo: number }[];
  readonly idempotent: {
    readonly key: string;
    readonly id: string;
    readonly cpf: string;
    readonly photo: number;
  }[];
};

/** What one spell of load came to. */
export type LoadReport = Promised & {
  /** CPFs whose registration was never answered: there or not, but never half there. */
  readonly unanswered: string[];
  /** Requests cut off by the crash. */
  cutOff: number;
  /** Answers that no request of this load may get, as `method path status`. */
  readonly unexpected: string[];
};

export type LoadTarget = {
  readonly url: string;
  readonly mobileToken: string;
  readonly customerToken: string;
  readonly photos: readonly Uint8Array[];
  /** People who can be authenticated, by the photo they were registered with. */
  readonly people: readonly { readonly cpf: string; readonly photo: number }[];
};

/**
 * Sends authentications, registrations and captures, six at a time, until `signal` fires, and gives what was
 * promised by then. Every answer is written down as soon as its status line and headers are here.
 */
export async function sendLoad(target: LoadTarget, signal: AbortSignal): Promise<LoadReport> {
  const report: LoadReport = {
    attempts: [],
    registrations: [],
    captures: [],
    idempotent: [],
    unanswered: [],
    cutOff: 0,
    unexpected: [],
  };
  const dataAddresses = target.photos.map(
    (photo) => `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`,
  );
  let turn = 0;
  const nextPerson = () => target.people[turn++ % target.people.length]!;

  const send = async (
    method: string,
    path: string,
    token: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    onHeaders: (response: Response) => void,
  ): Promise<Record<string, unknown> | undefined> => {
    try {
      const response = await fetch(target.url + path, {
        method,
        body,
        headers: { authorization: `Bearer ${token}`, ...headers },
        signal: AbortSignal.timeout(30_000),
      });
      if (response.status > 201) report.unexpected.push(`${method} ${path} ${response.status}`);
      else onHeaders(response);
      return (await response.json()) as Record<string, unknown>;
    } catch {
      report.cutOff += 1;
      return undefined;
    }
  };
  const json = { 'content-type': 'application/json' };
  const jpeg = { 'content-type': 'image/jpeg' };

  const authenticate = async (imageUrl: string | undefined, person: { cpf: string }, photo: number) => {
    const body = JSON.stringify({ peopleId: person.cpf, ...(imageUrl === undefined ? {} : { imageUrl }) });
    await send('POST', '/faces/authenticate', target.mobileToken, body, json, (response) => {
      report.attempts.push({ id: response.headers.get('x-attempt-id')!, cpf: person.cpf, photo });
    });
  };
  const authenticateOnce = async () => {
    const { cpf, photo } = nextPerson();
    const key = randomUUID();
    const body = JSON.stringify({ peopleId: cpf, imageUrl: dataAddresses[photo] });
    const headers = { ...json, 'idempotency-key': key };
    await send('POST', '/v1/face-authentications', target.mobileToken, body, headers, (response) => {
      report.idempotent.push({ key, id: response.headers.get('x-attempt-id')!, cpf, photo });
    });
  };
  const register = async () => {
    const cpf = generateCpf();
    const photo = turn++ % target.photos.length;
    const path = `/v1/people/${cpf}/face`;
    const bytes = new Uint8Array(target.photos[photo]!);
    const answer = await send('PUT', path, target.customerToken, bytes, jpeg, () => {});
    if (typeof answer?.id === 'string') report.registrations.push({ faceId: answer.id, cpf, photo });
    else report.unanswered.push(cpf);
  };
  const capture = async () => {
    const { cpf, photo } = nextPerson();
    const isUsed = turn % 2 === 0;
    // A capture that is to wait gets a CPF of its own, so that no other request takes it.
    const owner = isUsed ? cpf : generateCpf();
    const headers = { ...jpeg, 'x-people-id': owner };
    const bytes = new Uint8Array(target.photos[photo]!);
    let isKept = false;
    await send('POST', '/faces/captures', target.mobileToken, bytes, headers, () => {
      isKept = true;
    });
    if (!isKept) return;
    if (isUsed) await authenticate(undefined, { cpf }, photo);
    else report.captures.push({ cpf: owner, photo });
  };

  const repeat = async (work: () => Promise<void>) => {
    while (!signal.aborted) await work();
  };
  const authenticateAnybody = async () => {
    const person = nextPerson();
    await authenticate(dataAddresses[person.photo], person, person.photo);
  };
  await Promise.all([
    repeat(authenticateAnybody),
    repeat(authenticateAnybody),
    repeat(authenticateOnce),
    repeat(register),
    repeat(register),
    repeat(capture),
  ]);
  return report;
}
