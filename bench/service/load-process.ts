import { connect, type Socket } from 'node:net';
import { answerCalls } from './calls.ts';

/*
 * Sends a few requests again and again, in turn, over kept-alive connections. Written for little processor time, which it
 * shares with what it measures: requests are encoded once, answers are read no further than they have to be.
 */

export type LoadTarget = {
  readonly host: string;
  readonly port: number;
  readonly requestsBase64: readonly string[];
};

export type LoadResult = {
  /** Milliseconds from the moment a request was due until its answer was whole. */
  readonly latenciesMs: number[];
  readonly failures: number;
  readonly seconds: number;
  /** Processor time this process took meanwhile. */
  readonly cpuMs: number;
};

let target: LoadTarget | undefined;
let requests: readonly Buffer[] = [];
let sent = 0;
const idle: Connection[] = [];

type Connection = { send(): Promise<number> };

const handlers = {
  aim(next: LoadTarget) {
    target = next;
    requests = next.requestsBase64.map((text) => Buffer.from(text, 'base64'));
    sent = 0;
    idle.length = 0;
  },

  /** Each of `clients` sends its next request when it has its answer, for that long or that often. */
  async closedLoop(options: { clients: number; seconds?: number; requests?: number }): Promise<LoadResult> {
    return measure(async (note) => {
      const deadline = performance.now() + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000;
      let left = options.requests ?? Number.POSITIVE_INFINITY;
      const client = async () => {
        const connection = await takeConnection();
        while (left > 0 && performance.now() < deadline) {
          left -= 1;
          const started = performance.now();
          note(await connection.send(), performance.now() - started);
        }
        idle.push(connection);
      };
      await Promise.all(Array.from({ length: options.clients }, client));
    });
  },

  /** Requests come due at random moments, so many a second on average, whether or not others are answered. */
  async openLoop(options: { perSecond: number; seconds: number }): Promise<LoadResult> {
    return measure(async (note) => {
      const started = performance.now();
      const running = new Set<Promise<void>>();
      let due = 0;
      for (;;) {
        due += (-Math.log(1 - Math.random()) / options.perSecond) * 1000;
        if (due > options.seconds * 1000) break;
        const dueAt = started + due;
        const wait = dueAt - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        const sending = (async () => {
          const connection = await takeConnection();
          note(await connection.send(), performance.now() - dueAt);
          idle.push(connection);
        })();
        running.add(sending);
        void sending.finally(() => running.delete(sending));
      }
      await Promise.all(running);
    });
  },
};

export type LoadHandlers = typeof handlers;

async function measure(
  work: (note: (status: number, ms: number) => void) => Promise<void>,
): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  let failures = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work((status, ms) => {
    if (status === 200) latenciesMs.push(ms);
    else failures += 1;
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { latenciesMs, failures, seconds, cpuMs: (user + system) / 1000 };
}

async function takeConnection(): Promise<Connection> {
  return idle.pop() ?? (await openConnection());
}

function openConnection(): Promise<Connection> {
  const { host, port } = target!;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host, port, noDelay: true });
    let answered: ((status: number) => void) | undefined;
    let failed: ((error: Error) => void) | undefined;
    let received = Buffer.alloc(0);
    socket.on('error', (error) => {
      reject(error);
      failed?.(error);
    });
    socket.on('close', () => failed?.(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const status = statusWhenWhole(received);
      if (status === undefined) return;
      received = Buffer.alloc(0);
      answered?.(status);
    });
    socket.once('connect', () =>
      resolve({
        send: () =>
          new Promise((whenAnswered, whenFailed) => {
            answered = whenAnswered;
            failed = whenFailed;
            socket.write(requests[sent % requests.length]!);
            sent += 1;
          }),
      }),
    );
  });
}

/** The status once the whole answer is here; the service tells its length in Content-Length. */
function statusWhenWhole(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length >= end + 4 + length ? Number(head.slice(9, 12)) : undefined;
}

answerCalls(handlers);
