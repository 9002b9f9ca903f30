import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { totpCode, totpStep } from '../../src/accounts/totp.ts';
import type { Role } from '../../src/accounts/types.ts';
import { type Answer, type Sending, send } from './http.ts';
import type { TestService } from './service.ts';

export const goodPassword = 'correct horse battery staple';

/** A browser with one session: keeps the cookies, sends Origin and the CSRF token as the console does. */
export type Browser = {
  cookie: string | undefined;
  /** Cookies by which accounts know the browser, by their names. */
  readonly devices: Map<string, string>;
  csrfToken: string | undefined;
  readonly request: (method: string, path: string, json?: unknown, more?: Sending) => Promise<Answer>;
};

/** A person with an account, and the browser that is signed in to it. */
export type Person = Browser & {
  readonly accountId: string;
  readonly email: string;
  readonly totpSecret: string;
  /** The next code that the account takes. */
  code(): Promise<string>;
};

/** A browser that nobody has signed in with. */
export function openBrowser({ url }: Pick<TestService, 'url'>): Browser {
  const browser: Browser = {
    cookie: undefined,
    devices: new Map(),
    csrfToken: undefined,
    async request(method, path, json, more = {}) {
      const cookies = [browser.cookie, ...browser.devices.values()].filter((one) => one !== undefined);
      const answer = await send(`${url}${path}`, {
        method,
        json,
        ...more,
        headers: {
          origin: new URL(url).origin,
          ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
          ...(browser.csrfToken === undefined ? {} : { 'x-csrf-token': browser.csrfToken }),
          ...more.headers,
        },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const [name = ''] = pair.split('=');
        if (name.includes('confere_device_')) browser.devices.set(name, pair);
        else browser.cookie = pair;
      }
      if (typeof answer.body?.csrfToken === 'string') browser.csrfToken = answer.body.csrfToken;
      return answer;
    },
  };
  return browser;
}

/** How long a code is taken at least: the time in which a test sends it, or a browser types it. */
const codeLifetimeMs = 10_000;

/** Codes of an authenticator app: each step once, at most one ahead of the clock, as a phone's may be. */
export function createAuthenticator(secret: string, clock: { now(): Date }): () => Promise<string> {
  let last = 0;
  return async () => {
    // The service takes the step before the present one, so three codes fit into any moment. It must still be the
    // step before when the code arrives.
    const soon = totpStep(new Date(clock.now().getTime() + codeLifetimeMs));
    last = Math.max(last + 1, soon - 1);
    while (totpStep(clock.now()) < last - 1) await delay(100);
    return totpCode(secret, last);
  };
}

/** Makes an account from the link of an invitation, and signs in. */
export async function acceptLink(
  service: TestService,
  link: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Person> {
  const browser = openBrowser(service);
  const code = link.split('#/invitation/')[1]!;
  const accepted = await browser.request('POST', '/v1/invitations/accept', {
    code,
    password: goodPassword,
    ...more,
  });
  assert.equal(accepted.status, 200, accepted.text);
  const totpSecret = accepted.body.totp.secret as string;
  const nextCode = createAuthenticator(totpSecret, service.clock);
  const confirmed = await browser.request('POST', '/v1/invitations/confirm', {
    enrolmentId: accepted.body.enrolmentId,
    code: await nextCode(),
  });
  assert.equal(confirmed.status, 200, confirmed.text);
  const { id, email } = confirmed.body.account;
  return Object.assign(browser, { accountId: id, email, totpSecret, code: nextCode });
}

/** The first administrator, signed in by the link that the start printed. */
export async function acceptFirstAdministrator(service: TestService): Promise<Person> {
  assert.ok(service.running.firstInvitation, 'this start made no link');
  return await acceptLink(service, service.running.firstInvitation.link);
}

let invited = 0;

/** A person of a role, invited by an administrator and signed in. */
export async function invitePerson(service: TestService, by: Browser, role: Role): Promise<Person> {
  invited += 1;
  const email = `${role}-${invited}@people.example`;
  const made = await by.request('POST', '/v1/invitations', { email, name: `A ${role} ${invited}`, role });
  assert.equal(made.status, 201, made.text);
  return await acceptLink(service, made.body.link);
}

/** Signs a person in with password and code, in a browser of its own. */
export async function signIn(service: TestService, person: Person): Promise<Browser> {
  const browser = openBrowser(service);
  const first = await browser.request('POST', '/v1/session', {
    email: person.email,
    password: goodPassword,
  });
  assert.equal(first.status, 200, first.text);
  const second = await browser.request('POST', '/v1/session/second-factor', {
    challengeId: first.body.secondFactor.challengeId,
    code: await person.code(),
  });
  assert.equal(second.status, 200, second.text);
  return browser;
}
