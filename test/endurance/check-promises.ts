import { createHash } from 'node:crypto';
import type { LoadReport, LoadTarget, Promised } from './crash-load.ts';

/** What a service was asked for after a crash. */
export type CheckReport = {
  /** Answers that were checked. */
  checked: number;
  /** What was promised and is not there, without personal data. */
  readonly lost: string[];
};

type AttemptBody = {
  readonly data: {
    readonly peopleId: string;
    readonly registeredImageUrl: string;
    readonly receivedImageUrl: string;
    readonly faceMatch: { readonly isFaceMatch: boolean };
  };
};

type FacesBody = { readonly items: readonly { readonly id: string; readonly imageUrl: string }[] };

/**
 * Looks for everything that was promised: attempts with their two images, byte for byte; registered faces, which
 * still have to match their own photo; captures, which still have to be usable; idempotency keys, which still
 * have to give the same attempt. `digests`: SHA-256 of each photo as the service keeps it.
 */
export async function checkPromises(
  target: LoadTarget,
  promised: LoadReport,
  digests: readonly string[],
): Promise<CheckReport> {
  const report: CheckReport = { checked: 0, lost: [] };
  await checkAttempts(target, [...promised.attempts, ...promised.idempotent], digests, report);
  for (const { faceId, cpf, photo } of promised.registrations) {
    const faces = await listFaces(target, cpf);
    const face = faces?.find(({ id }) => id === faceId);
    if (face === undefined) lose(report, `registered face ${faceId} is gone`);
    else if ((await digestOf(face.imageUrl)) !== digests[photo]) {
      lose(report, `the image of registered face ${faceId} does not open`);
    }
    const attempt = await authenticate(target, cpf, photo, {});
    const isFaceMatch = attempt && (await readAttempt(target, attempt.id))?.faceMatch.isFaceMatch;
    if (isFaceMatch !== true) lose(report, `registered face ${faceId} does not match its own photo`);
    report.checked += 1;
  }
  for (const { key, id, cpf, photo } of promised.idempotent) {
    const again = await authenticate(target, cpf, photo, { 'idempotency-key': key });
    if (again?.id !== id) lose(report, `the idempotency key of ${id} gives another attempt`);
    report.checked += 1;
  }
  for (const { cpf, photo } of promised.captures) {
    await register(target, cpf, photo);
    const used = await authenticate(target, cpf, undefined, {});
    const attempt = used && (await readAttempt(target, used.id));
    if (attempt === undefined || (await digestOf(attempt.receivedImageUrl)) !== digests[photo]) {
      lose(report, 'a capture cannot be used any more');
    }
    report.checked += 1;
  }
  for (const cpf of promised.unanswered) {
    for (const face of (await listFaces(target, cpf)) ?? []) {
      if ((await digestOf(face.imageUrl)) === undefined) lose(report, `face ${face.id} is half registered`);
    }
    report.checked += 1;
  }
  return report;
}

/** Looks for attempts and their images only. */
export async function checkAttempts(
  target: LoadTarget,
  attempts: Promised['attempts'],
  digests: readonly string[],
  report: CheckReport = { checked: 0, lost: [] },
): Promise<CheckReport> {
  for (const { id, cpf, photo } of attempts) {
    const attempt = await readAttempt(target, id);
    report.checked += 1;
    if (attempt === undefined) {
      lose(report, `attempt ${id} is gone`);
      continue;
    }
    if (attempt.peopleId !== cpf) lose(report, `attempt ${id} is of another person`);
    if ((await digestOf(attempt.receivedImageUrl)) !== digests[photo]) {
      lose(report, `the received image of attempt ${id} does not open`);
    }
    const registered = await digestOf(attempt.registeredImageUrl);
    if (registered === undefined || !digests.includes(registered)) {
      lose(report, `the registered image of attempt ${id} does not open`);
    }
  }
  return report;
}

/** Registers a photo and gives the SHA-256 of what the service keeps of it. */
export async function register(target: LoadTarget, cpf: string, photo: number): Promise<string> {
  const response = await fetch(`${target.url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${target.customerToken}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(target.photos[photo]!),
  });
  const { id } = (await response.json()) as { id?: string };
  const face = (await listFaces(target, cpf))?.find((one) => one.id === id);
  const digest = face && (await digestOf(face.imageUrl));
  if (digest === undefined) throw new Error(`a photo cannot be registered: ${response.status}`);
  return digest;
}

async function authenticate(
  target: LoadTarget,
  cpf: string,
  photo: number | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly id: string } | undefined> {
  const response = await fetch(`${target.url}/v1/face-authentications`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${target.mobileToken}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({
      peopleId: cpf,
      ...(photo === undefined
        ? {}
        : { imageUrl: `data:image/jpeg;base64,${Buffer.from(target.photos[photo]!).toString('base64')}` }),
    }),
  });
  await response.arrayBuffer();
  const id = response.headers.get('x-attempt-id');
  return id === null ? undefined : { id };
}

async function readAttempt(target: LoadTarget, id: string): Promise<AttemptBody['data'] | undefined> {
  const body = await getJson<AttemptBody>(`${target.url}/faces/authenticate/${id}`, target.mobileToken);
  return body?.data;
}

async function listFaces(target: LoadTarget, cpf: string): Promise<FacesBody['items'] | undefined> {
  return (await getJson<FacesBody>(`${target.url}/v1/people/${cpf}/face`, target.customerToken))?.items;
}

async function getJson<T>(address: string, token: string): Promise<T | undefined> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.json();
  return response.status === 200 ? (body as T) : undefined;
}

async function digestOf(address: string): Promise<string | undefined> {
  const response = await fetch(address);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.status === 200 ? createHash('sha256').update(bytes).digest('hex') : undefined;
}

function lose(report: CheckReport, what: string): void {
  report.lost.push(what);
}
