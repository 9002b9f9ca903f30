import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { type Answer, assertError, send } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('a server that is late', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { MAX_EVENT_LOOP_DELAY_MS: '100' },
  });
  const still = new Int32Array(new SharedArrayBuffer(4));
  let pauses = 0;

  /** Lets this process, the server and the callers, stand still again and again for as long as something takes. */
  async function standStillDuring<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    while (!isDone) {
      Atomics.wait(still, 0, 0, 2_500);
      pauses += 1;
      for (let turns = 0; turns < 50 && !isDone; turns += 1) await turn();
    }
    return work;
  }

  it('refuses requests, but tells whoever watches it how it does, and goes on when it has caught up', async () => {
    const { url } = service();
    const token = await service().token('customer');
    const read = () => send(`${url}/v1/face-authentications/x`, { token });
    const { refused, watched } = await standStillDuring(
      (async () => {
        let answer: Answer;
        do {
          assert.ok(pauses < 20, 'it is never overloaded');
          answer = await read();
        } while (answer.status !== 503);
        const watched = ['/healthz', '/readyz', '/metrics'].map((path) => send(url + path, { token }));
        return { refused: answer, watched: await Promise.all(watched) };
      })(),
    );
    assertError(refused, 503, 'server_overloaded');
    assert.equal(refused.headers.get('retry-after'), '2');
    assert.deepEqual(
      watched.map(({ status }) => status),
      [200, 200, 200],
    );
    while ((await read()).status === 503) await wait(250);
    assert.equal((await read()).status, 404);
  });
});
