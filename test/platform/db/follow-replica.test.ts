import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { followReplica, parseLogPosition, type Replica } from '../../../src/platform/db/follow-replica.ts';
import { createLogger } from '../../../src/platform/log.ts';

/** Servers that answer with these places of their logs. */
class Servers {
  end = '0/1000';
  replayed = '0/1000';
  looks = 0;
  readonly lost = new EventEmitter();

  readonly primary = {
    query: async () => ({ rows: [{ position: this.end }] }),
  } as unknown as Pool;

  readonly replica = Object.assign(this.lost, {
    query: async () => {
      this.looks += 1;
      return { rows: [{ position: this.replayed, is_standby: true }] };
    },
    end: async () => undefined,
  }) as unknown as Pool;

  /** Until it has been looked at, from the beginning of a look, after all that was changed by now. */
  async looked(): Promise<void> {
    const before = this.looks;
    while (this.looks < before + 2) await delay(5);
    await delay(5);
  }
}

function follow(t: TestContext, servers: Servers, maxLagMs: number): Replica {
  const { primary, replica } = servers;
  const logger = createLogger({ level: 'silent' });
  const followed = followReplica({ primary, replica, maxLagMs, logger });
  t.after(() => followed.close());
  return followed;
}

describe('a replica that is followed', () => {
  it('is as old as the last end of the log that it has reached, a lost connection later as well', async (t) => {
    const servers = new Servers();
    const replica = follow(t, servers, 600_000);
    await servers.looked();
    assert.equal(replica.state(), 'in_use');

    servers.end = '0/2000';
    await servers.looked();
    const ageMs = replica.lagMs()!;
    servers.lost.emit('error', new Error('lost'));
    assert.equal(replica.state(), 'unreachable');
    await servers.looked();
    assert.equal(replica.state(), 'in_use');
    assert.ok(replica.lagMs()! >= ageMs);
    assert.equal(replica.isUsable('0/1000'), true);
    assert.equal(replica.isUsable('0/2000'), false);
  });

  it('is not in use once another is at its address that is further back', async (t) => {
    const servers = new Servers();
    const replica = follow(t, servers, 600_000);
    await servers.looked();
    servers.replayed = '0/800';
    await servers.looked();
    assert.equal(replica.state(), 'behind');
    assert.equal(replica.lagMs(), undefined);
    servers.replayed = '0/1000';
    await servers.looked();
    assert.equal(replica.state(), 'in_use');
  });
});

it('places in the log are compared as numbers, over both halves', () => {
  assert.ok(parseLogPosition('0/A000000') < parseLogPosition('0/B000000'));
  assert.ok(parseLogPosition('0/FFFFFFFF') < parseLogPosition('1/0'));
  assert.ok(parseLogPosition('9/0') < parseLogPosition('10/0'));
  assert.equal(parseLogPosition('16/B374D848'), (0x16n << 32n) + 0xb374d848n);
});

it('the first byte after the header of a page is the end of the page before it', () => {
  assert.equal(parseLogPosition('0/3000028'), parseLogPosition('0/3000000'));
  assert.equal(parseLogPosition('0/3002018'), parseLogPosition('0/3002000'));
  assert.notEqual(parseLogPosition('0/3002020'), parseLogPosition('0/3002000'));
});
