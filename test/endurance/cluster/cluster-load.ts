import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { generateCpf } from '../../../src/platform/documents.ts';

/** One request of the load and its answer; status 0 without one. */
export type Sample = {
  readonly phase: string;
  readonly what: string;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
};

export type LoadTarget = {
  readonly url: string;
  readonly token: string;
  readonly templateId: string;
  readonly photos: readonly Uint8Array[];
  readonly people: readonly { readonly cpf: string; readonly photo: number }[];
};

/** A mixed load, and what it was answered. */
export type Load = {
  readonly samples: readonly Sample[];
  /** The identifiers that each key was answered with, over all its tries. */
  readonly attempts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly executions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Persons whose registration was answered. */
  readonly registered: readonly string[];
  /** What is sent from now on belongs to this phase. */
  enter(phase: string): void;
  /** Begins nothing more. Resolves when each key has its answer; rejects when that takes longer than two minutes. */
  finish(): Promise<void>;
};

const pauseAfterFailureMs = 300;
/** Between two requests of one kind: the replicas share the machine with what they stand on. */
const pauseMs = 250;
const longestFinishMs = 120_000;

/** Sends authentications and executions with keys, which are sent again until they are answered, and other requests. */
export function startLoad(target: LoadTarget): Load {
  const samples: Sample[] = [];
  const attempts = new Map<string, Set<string>>();
  const executions = new Map<string, Set<string>>();
  const registered: string[] = [];
  let phase = 'start';
  let isEnding = false;
  let turn = 0;
  const nextPerson = () => target.people[turn++ % target.people.length]!;

  async function send(
    what: string,
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; id?: string }> {
    const started = performance.now();
    const note = (status: number, code: string) =>
      void samples.push({ phase, what, status, code, ms: performance.now() - started });
    try {
      const response = await fetch(target.url + path, { ...init, signal: AbortSignal.timeout(45_000) });
      const text = await response.text();
      const body = text.startsWith('{') ? JSON.parse(text) : {};
      note(response.status, body.code ?? '');
      const id = response.headers.get('x-attempt-id') ?? body.executionId;
      return { status: response.status, ...(typeof id === 'string' ? { id } : {}) };
    } catch (error) {
      note(0, (error as Error).name);
      return { status: 0 };
    }
  }
  const authorization = { authorization: `Bearer ${target.token}` };
  const json = { ...authorization, 'content-type': 'application/json' };

  /** Sends the same request with the same key until it is answered for good. */
  async function untilAnswered(what: string, path: string, body: object, answers: Map<string, Set<string>>) {
    const key = randomUUID();
    const ids = new Set<string>();
    answers.set(key, ids);
    const deadline = () => isEnding && performance.now() > endsAt;
    for (;;) {
      const headers = { ...json, 'idempotency-key': key };
      const { status, id } = await send(what, path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (id !== undefined) ids.add(id);
      if (status >= 200 && status < 300) return await delay(pauseMs);
      if (deadline()) return;
      await delay(pauseAfterFailureMs);
    }
  }
  let endsAt = Number.POSITIVE_INFINITY;

  const kinds: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 2 }, () => async () => {
      const { cpf, photo } = nextPerson();
      const imageUrl = `data:image/jpeg;base64,${Buffer.from(target.photos[photo]!).toString('base64')}`;
      await untilAnswered('authenticate', '/v1/face-authentications', { peopleId: cpf, imageUrl }, attempts);
    }),
    () =>
      untilAnswered(
        'execute',
        '/v1/executions',
        { templateId: target.templateId, cpf: generateCpf() },
        executions,
      ),
    async () => {
      const known = [...attempts.values()].at(-5)?.values().next().value;
      if (known === undefined) return await delay(100);
      const { status } = await send('read', `/v1/face-authentications/${known}`, { headers: authorization });
      await delay(status === 200 ? pauseMs : pauseAfterFailureMs);
    },
    async () => {
      const cpf = generateCpf();
      const photo = turn++ % target.photos.length;
      const headers = { ...authorization, 'content-type': 'image/jpeg' };
      const body = new Uint8Array(target.photos[photo]!);
      const { status } = await send('register', `/v1/people/${cpf}/face`, { method: 'PUT', headers, body });
      if (status === 201) registered.push(cpf);
      await delay(2 * pauseMs);
    },
  ];
  const loops = kinds.map(async (once) => {
    while (!isEnding) await once();
  });
  return {
    samples,
    attempts,
    executions,
    registered,
    enter(next) {
      phase = next;
    },
    async finish() {
      endsAt = performance.now() + longestFinishMs;
      isEnding = true;
      await Promise.all(loops);
      const open = [...attempts.values(), ...executions.values()].filter((ids) => ids.size === 0).length;
      if (open > 0) throw new Error(`${open} keys were not answered two minutes after the last phase`);
    },
  };
}
