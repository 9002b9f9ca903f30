import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Client } from 'pg';
import { acceptFirstAdministrator, type Person } from '../support/console.ts';
import { testDatabaseKinds } from '../support/database.ts';
import type { JsonSchema, Operation } from '../support/openapi/read-operations.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { type Attack, type Battery, openBattery } from './open-battery.ts';

/*
 * One mistake at a time, on every operation of the OpenAPI document: in the body, the query, the path and a header. Each
 * is refused with the code of that mistake and with its place, by a documented status, and stores nothing.
 */

type Mistake = {
  readonly attack: Attack;
  readonly status: number;
  readonly code: RegExp;
  /** Where `errors` says the mistake is. */
  readonly path?: RegExp;
};

/** What every answered request may leave behind: who asked for what, how often, and what runs by itself. */
const growing =
  /^(public\.audit_\w+|public\.jobs|public\.job_ticks|public\.rescreenings|public\.service_processes|public\.account_sessions|public\.sign_in_failures)$/;

/** Its errors are those of OAuth. */
const hasErrorsOfOAuth = new Set(['issueToken']);
/** They look for the secret of a session, or for a thing, before they read anything else. */
const looksFirst = (operation: Operation): boolean =>
  /^\/v1\/liveness-sessions\/\{sessionId\}\/(?!begin)/.test(operation.path) ||
  operation.id === 'replaceQueryTemplate';
/** The audit log has the purpose of whoever asked for personal data; of a decision it has the reason, of a count nothing. */
const isRecorded = ({ id, scope, path }: Operation): boolean =>
  scope !== undefined &&
  !['decideCase', 'countWaitingCases'].includes(id) &&
  /^\/v1\/(people|companies|face-authentications|cases|executions)/.test(path);
/** What their samples name besides the path is not there either. */
const namesMore = new Set(['assignCase', 'listCaseDuplicates', 'replaceClientKeys', 'snoozeCase']);

/** Values that no header of the name may have. */
const wrongHeaders = {
  'idempotency-key': 'x'.repeat(256),
  'x-legal-basis': 'because',
  'x-people-id': '123',
  'x-purpose': 'x'.repeat(2_000),
};

describe('one mistake in a request', () => {
  const kind = testDatabaseKinds().at(-1)!;
  const service = shareService(kind, { engine: createStandInEngine() });
  let battery: Battery;
  let person: Person;
  let rowsBefore: Readonly<Record<string, string>>;

  before(async () => {
    battery = await openBattery(service());
    person = await acceptFirstAdministrator(service());
    if (service().databaseUrl !== undefined) rowsBefore = await countRows();
  });

  async function credentialsOf(operation: Operation): Promise<Attack> {
    if (operation.scope !== undefined) return { token: await battery.tokenFor(operation) };
    if (!operation.needsSession) return {};
    const headers = {
      origin: service().url,
      cookie: person.cookie!,
      ...(person.csrfToken === undefined ? {} : { 'x-csrf-token': person.csrfToken }),
    };
    return { headers };
  }

  async function findFaults(mistakesOf: (operation: Operation) => Readonly<Record<string, Mistake>>) {
    const faults: string[] = [];
    let count = 0;
    for (const operation of battery.operations) {
      if (hasErrorsOfOAuth.has(operation.id)) continue;
      const credentials = await credentialsOf(operation);
      for (const [name, { attack, status, code, path }] of Object.entries(mistakesOf(operation))) {
        const headers = { ...credentials.headers, ...attack.headers };
        const body =
          attack.body ?? battery.sample(operation).body ?? (operation.method === 'GET' ? undefined : '');
        const whole = { ...credentials, ...attack, headers, ...(body === undefined ? {} : { body }) };
        const sent = await battery.attack(operation, whole);
        count += 1;
        const said = JSON.parse(sent.text || '{}') as { code?: string; errors?: { path: string }[] };
        const places = said.errors?.map((problem) => problem.path) ?? [];
        const fault =
          sent.status !== status || !code.test(said.code ?? '')
            ? `${sent.status} ${said.code} ${places.join(' ')}`
            : path !== undefined && !places.some((place) => path.test(place))
              ? `names ${places.join(' ')}, not ${path}`
              : battery.check(operation, sent);
        if (fault !== undefined) faults.push(`${operation.id}: ${name}: ${fault}`);
      }
    }
    return { faults, count };
  }

  const looksForSecret = ({ path }: Operation): boolean =>
    path.startsWith('/v1/liveness-sessions/{sessionId}/');
  const jsonBodyOf = (operation: Operation): JsonSchema | undefined =>
    operation.bodies['application/json']?.schema;
  const withJson = (body: string): Attack => ({ body, headers: { 'content-type': 'application/json' } });

  it('in the body is told with its place', async () => {
    const { faults, count } = await findFaults((operation) => {
      const schema = jsonBodyOf(operation);
      const { json } = battery.sample(operation);
      if (schema === undefined || typeof json !== 'object' || looksFirst(operation)) return {};
      const invalid = { status: 400, code: /^request_invalid$/ };
      const members = (schema.properties ?? {}) as Record<string, JsonSchema>;
      const required = (schema.required ?? []) as readonly string[];
      return {
        'no JSON': { ...invalid, attack: withJson('{"broken'), code: /^body_malformed$/ },
        ...Object.fromEntries(
          required.map((member) => {
            const { [member]: _left, ...rest } = json as Record<string, unknown>;
            return [
              `without ${member}`,
              { ...invalid, attack: withJson(JSON.stringify(rest)), path: new RegExp(`^body(/${member})?$`) },
            ];
          }),
        ),
        ...Object.fromEntries(
          Object.keys(members)
            .filter((member) => 'type' in members[member]! || 'enum' in members[member]!)
            .map((member) => {
              const wrong = members[member]!.type === 'object' ? [] : { of: 'another kind' };
              const body = JSON.stringify({ ...json, [member]: wrong });
              return [
                `${member} of another kind`,
                { ...invalid, attack: withJson(body), path: new RegExp(`^body/${member}`) },
              ];
            }),
        ),
      };
    });
    assert.deepEqual(faults, []);
    assert.ok(count > 200, `${count}`);
  });

  it('in the query is told with its place', async () => {
    const { faults, count } = await findFaults((operation) => {
      const [path, query = ''] = battery.sample(operation).path.split('?');
      const invalid = { status: 400, code: /^(request_invalid|cursor_invalid)$/ };
      const rest = new URLSearchParams(query);
      const withQuery = (name: string, value: string) => {
        const changed = new URLSearchParams(rest);
        changed.set(name, value);
        return { path: `${path}?${changed}` };
      };
      const isRead = operation.scope !== undefined && operation.id !== 'getFaceAuthenticationAttempt';
      return {
        ...(isRead
          ? { unknown: { ...invalid, attack: withQuery('no-such', '1'), path: /^querystring\/no-such$/ } }
          : {}),
        ...Object.fromEntries(
          operation.parameters
            .filter((parameter) => parameter.in === 'query' && narrows(parameter.schema))
            .map(({ name }) => [
              name,
              {
                ...invalid,
                attack: withQuery(name, '\u0001 wrong'),
                ...(name === 'cursor' ? {} : { path: new RegExp(`^querystring/${name}$`) }),
              },
            ]),
        ),
      };
    });
    assert.deepEqual(faults, []);
    assert.ok(count > 100, `${count}`);
  });

  it('in a header is told with its place', async () => {
    const { faults, count } = await findFaults((operation) => {
      const named = operation.parameters.flatMap((parameter) =>
        parameter.in === 'header' && parameter.name in wrongHeaders && !looksFirst(operation)
          ? [parameter.name as keyof typeof wrongHeaders]
          : [],
      );
      const names = isRecorded(operation) ? [...named, 'x-purpose' as const] : named;
      return Object.fromEntries(
        names.map((name) => [
          name,
          {
            status: 400,
            code: /^request_invalid$/,
            attack: { headers: { [name]: wrongHeaders[name] } },
            path: new RegExp(`^headers/${name}$`),
          },
        ]),
      );
    });
    assert.deepEqual(faults, []);
    assert.ok(count > 40, `${count}`);
  });

  it('in the path is told as of something that is not there, or with its place', async () => {
    const { faults, count } = await findFaults((operation) => {
      const names = namesMore.has(operation.id)
        ? []
        : [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      const { path } = battery.sample(operation);
      return Object.fromEntries(
        names.map((name) => {
          const values = path.split('?')[0]!.split('/');
          values[operation.path.split('/').indexOf(`{${name}}`)] = 'no%20such%20thing';
          const address = [values.join('/'), ...path.split('?').slice(1)].join('?');
          const isDocument = /^(cpf|personId|companyId)$/.test(name) && operation.id !== 'endHold';
          const attack = { path: address };
          if (isDocument) {
            const code = /^request_invalid$/;
            return [name, { status: 400, code, attack, path: new RegExp(`^params/${name}$`) }];
          }
          const code = /_(not_found|unknown|link_invalid|secret_invalid|code_invalid)$/;
          return [name, { status: looksForSecret(operation) ? 401 : 404, code, attack }];
        }),
      );
    });
    assert.deepEqual(faults, []);
    assert.ok(count > 50, `${count}`);
  });

  it('stores nothing', { skip: kind === 'embedded' && 'needs a PostgreSQL to look into' }, async () => {
    assert.deepEqual(await countRows(), rowsBefore);
  });

  async function countRows(): Promise<Readonly<Record<string, string>>> {
    const database = new Client({ connectionString: service().databaseUrl! });
    await database.connect();
    try {
      const { rows } = await database.query<{ name: string }>(
        `select table_schema || '.' || table_name as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      const names = rows.map(({ name }) => name).filter((name) => !growing.test(name));
      assert.ok(names.length > 30);
      const counts: [string, string][] = [];
      for (const name of names.sort()) {
        const found = await database.query<{ count: string }>(`select count(*) from ${name}`);
        counts.push([name, found.rows[0]!.count]);
      }
      return Object.fromEntries(counts);
    } finally {
      await database.end();
    }
  }
});

/** Whether a schema takes not every text. */
function narrows(schema: JsonSchema | undefined): boolean {
  return ['pattern', 'enum', 'format', 'const', 'anyOf'].some((keyword) => keyword in (schema ?? {}));
}
