import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  acceptFirstAdministrator,
  acceptLink,
  type Browser,
  goodPassword,
  invitePerson,
  openBrowser,
  type Person,
} from '../support/console.ts';
import { type Answer, assertError } from '../support/http.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';

describe('failed sign-ins', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      TOKEN_RATE_LIMIT_PER_MINUTE: '10000',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    },
  });
  let admin: Person;

  before(async () => {
    admin = await acceptFirstAdministrator(service());
  });

  const home = '203.0.113.5';
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const stranger = () => openBrowser(service());
  const tryPassword = (browser: Browser, email: string, address: string, password = goodPassword) =>
    browser.request('POST', '/v1/session', { email, password }, from(address));
  const guess = (email: string, address: string) =>
    tryPassword(stranger(), email, address, 'guess after guess');
  /** The statuses of so many wrong passwords. */
  async function fail(email: string, address: string, times: number): Promise<number[]> {
    const answers: Answer[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await guess(email, address));
    return answers.map(({ status }) => status);
  }
  const tenThenLocked = [...Array.from({ length: 10 }, () => 401), 429, 429];
  const tryCode = async (browser: Browser, asked: Answer, address: string, code: string) =>
    await browser.request(
      'POST',
      '/v1/session/second-factor',
      { challengeId: asked.body.secondFactor.challengeId, code },
      from(address),
    );

  it('of a stranger lock the stranger out, and not the owner elsewhere', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    assert.deepEqual(await fail(owner.email, '198.51.100.7', 12), tenThenLocked);
    assertError(await tryPassword(stranger(), owner.email, '198.51.100.7'), 429, 'sign_in_locked');
    const fresh = stranger();
    const asked = await tryPassword(fresh, owner.email, home);
    assert.equal(asked.status, 200, asked.text);
    assert.equal((await tryCode(fresh, asked, home, await owner.code())).status, 200);
    // The owner's sign-in gives the stranger no new tries.
    assertError(await guess(owner.email, '198.51.100.7'), 429, 'sign_in_locked');
  });

  it('an address without an account is locked in the same way', async () => {
    assert.deepEqual(await fail('nobody@people.example', '198.51.100.8', 12), tenThenLocked);
    assertError(await guess('nobody@people.example', home), 401, 'credentials_wrong');
  });

  it('the addresses of one IPv6 network count together', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    for (let host = 1; host <= 10; host += 1) {
      assertError(await guess(owner.email, `2001:db8:7::${host}`), 401, 'credentials_wrong');
    }
    assertError(await guess(owner.email, '2001:db8:7::ffff'), 429, 'sign_in_locked');
    assertError(await guess(owner.email, '2001:db8:8::1'), 401, 'credentials_wrong');
  });

  it('a known device keeps its way in beside a stranger in its network, with tries of its own', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    await fail(owner.email, home, 10);
    assertError(await tryPassword(stranger(), owner.email, home), 429, 'sign_in_locked');
    const asked = await tryPassword(owner, owner.email, home);
    assert.equal(asked.status, 200, asked.text);
    assert.equal((await tryCode(owner, asked, home, await owner.code())).status, 200);
    assertError(await guess(owner.email, home), 429, 'sign_in_locked');
    for (let time = 0; time < 10; time += 1) {
      const answer = await tryPassword(owner, owner.email, home, 'guess after guess');
      assertError(answer, 401, 'credentials_wrong');
    }
    assertError(await tryPassword(owner, owner.email, home), 429, 'sign_in_locked');
  });

  it('only a browser that this account signed in with, since its password was set, is known', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    const other = await invitePerson(service(), admin, 'analyst');
    const [[name, pair] = ['', '']] = owner.devices;
    const [[otherName, otherPair] = ['', '']] = other.devices;
    assert.notEqual(name, otherName);
    await fail(owner.email, home, 10);
    const value = pair.split('=')[1]!;
    const cookies = {
      'the one of another account': otherPair,
      'the one of another account under the name of this': `${name}=${otherPair.split('=')[1]}`,
      'another signature': `${name}=${value.split('.')[0]}.${'A'.repeat(43)}`,
      'another device': `${name}=${'A'.repeat(22)}.${value.split('.')[1]}`,
      'no signature': `${name}=${value.split('.')[0]}`,
      'two of the name': `${pair}; ${name}=x`,
    };
    for (const [which, cookie] of Object.entries(cookies)) {
      const browser = stranger();
      browser.cookie = cookie;
      const answer = await tryPassword(browser, owner.email, home);
      assert.equal(answer.status, 429, which);
    }
    const known = stranger();
    known.cookie = pair;
    assert.equal((await tryPassword(known, owner.email, home)).status, 200);
    const reset = await admin.request('POST', `/v1/accounts/${owner.accountId}/reset`);
    const again = await acceptLink(service(), reset.body.link);
    assertError(await tryPassword(known, owner.email, home), 429, 'sign_in_locked');
    assert.equal((await tryPassword(again, owner.email, home)).status, 200);
  });

  it('from everywhere lock all strangers for a while; known devices still sign in', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    for (let network = 1; network <= 10; network += 1) await fail(owner.email, `192.0.2.${network}`, 10);
    const fresh = await tryPassword(stranger(), owner.email, home);
    assertError(fresh, 429, 'sign_in_locked');
    assert.ok(Number(fresh.headers.get('retry-after')) > 0);
    assert.equal((await tryPassword(owner, owner.email, home)).status, 200);
    await service().clock.later(16 * 60_000, async () => {
      assert.equal((await tryPassword(stranger(), owner.email, home)).status, 200);
    });
  });

  it('of one network are bounded over all accounts', async () => {
    const network = '198.51.100.9';
    for (let account = 0; account < 10; account += 1) {
      await fail(`somebody-${account}@people.example`, network, 10);
    }
    assertError(await guess('another@people.example', network), 429, 'sign_in_locked');
    assertError(await guess('another@people.example', home), 401, 'credentials_wrong');
  });

  it('whoever has the password has ten codes, over all networks', async () => {
    const owner = await invitePerson(service(), admin, 'analyst');
    const tryFrom = async (browser: Browser, address: string, code: string) => {
      const asked = await tryPassword(browser, owner.email, address);
      assert.equal(asked.status, 200, asked.text);
      return await tryCode(browser, asked, address, code);
    };
    for (let network = 1; network <= 10; network += 1) {
      const answer = await tryFrom(stranger(), `192.0.2.${100 + network}`, '000000');
      assert.equal(answer.status, 401, answer.text);
    }
    assertError(await tryFrom(stranger(), '192.0.2.120', await owner.code()), 429, 'sign_in_locked');
    assert.equal((await tryFrom(owner, '192.0.2.120', await owner.code())).status, 200);
  });
});
