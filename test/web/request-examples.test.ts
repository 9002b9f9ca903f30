import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import type { Operation, Parameter } from '../support/openapi/read-operations.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { type Attack, type Battery, openBattery } from './open-battery.ts';

/*
 * The examples of the reference, sent as they stand: the service takes them. What they name is not there, and a secret
 * of an example opens nothing; a form that is refused is a mistake of the reference.
 */

/** A thing that is named and is not there, and a photo at example.com. */
const refusedForWhatIsThere = new Set([
  ...['case_assignee_invalid', 'case_subject_unknown', 'challenge_expired', 'cursor_expired'],
  ...['cursor_invalid', 'event_type_unknown', 'image_unreachable', 'invitation_invalid'],
]);
/** A search needs one criterion at least. */
const criterion = 'searchCompanies name';
/** Its moment must be in the next 90 days, and an example has one moment for ever. */
const hasPassed = 'snoozeCase';

describe('the examples of requests', () => {
  const service = shareService('embedded', { engine: createStandInEngine() });
  let battery: Battery;
  let person: Person;

  before(async () => {
    battery = await openBattery(service());
    person = await acceptFirstAdministrator(service());
  });

  async function credentialsOf(operation: Operation): Promise<Attack> {
    if (operation.scope !== undefined) return { token: await battery.tokenFor(operation) };
    if (operation.id === 'issueToken') {
      const { clientId, clientSecret } = service().admin;
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      return { headers: { authorization: `Basic ${basic}` } };
    }
    if (!operation.needsSession) return {};
    const { cookie, csrfToken } = person;
    return { headers: { origin: service().url, cookie: cookie!, 'x-csrf-token': csrfToken! } };
  }

  const yesterday = new Date(Date.now() - 86_400_000).toISOString();

  /** A request of the examples of an operation: the parameters that it needs, and one more. */
  function requestOf(operation: Operation, more?: Parameter): Attack {
    const needed = more?.name === 'x-criteria' ? undefined : criterion;
    const shown = operation.parameters.filter(
      (each) => each.required === true || each === more || `${operation.id} ${each.name}` === needed,
    );
    const of = (where: Parameter['in']) =>
      shown
        .filter((each) => each.in === where)
        // A period without its end lasts until now, and has a limit: one day the example is too early.
        .map(({ name, example }): [string, string] => [name, name === 'from' ? yesterday : String(example)]);
    const inPath = Object.fromEntries(of('path'));
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(inPath[name]!),
    );
    const query = new URLSearchParams(of('query')).toString();
    const [type, media] =
      Object.entries(operation.bodies).find(([, { example }]) => example !== undefined) ?? [];
    const body =
      type === undefined
        ? ''
        : type === 'application/json'
          ? JSON.stringify(media!.example)
          : new URLSearchParams(media!.example as Record<string, string>).toString();
    return {
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...Object.fromEntries(of('header')),
      },
      ...(operation.method === 'GET' ? {} : { body }),
    };
  }

  it('are taken, each optional parameter alone', async () => {
    const faults: string[] = [];
    let count = 0;
    const bodiesOf = ({ bodies }: Operation) => Object.values(bodies);
    // A photo is no text.
    const shown = battery.operations.filter(
      (operation) =>
        bodiesOf(operation).length === 0 || bodiesOf(operation).some(({ example }) => example !== undefined),
    );
    for (const operation of shown) {
      const optional = operation.parameters.filter(({ required }) => required !== true);
      for (const more of [undefined, ...optional]) {
        const credentials = await credentialsOf(operation);
        const request = requestOf(operation, more);
        const bearer =
          credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` };
        const headers = { ...request.headers, ...credentials.headers, ...bearer };
        const rawHeaders = Object.entries(headers);
        const sent = await battery.attack(operation, { ...request, rawHeaders });
        count += 1;
        const { code = '', errors } = JSON.parse(
          sent.status === 400 && sent.text.startsWith('{') ? sent.text : '{}',
        ) as { code?: string; errors?: object };
        const fault =
          sent.status === 400 && !refusedForWhatIsThere.has(code) && operation.id !== hasPassed
            ? `${code} ${JSON.stringify(errors)}`
            : battery.check(operation, sent);
        if (fault !== undefined) faults.push(`${operation.id} ${more?.name ?? ''}: ${fault}`);
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(shown.length > 130 && count > 250, `${shown.length} operations, ${count} requests`);
  });
});
