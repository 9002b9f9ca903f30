import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sendRaw } from '../support/http.ts';
import type { Operation } from '../support/openapi/read-operations.ts';
import { shareService } from '../support/service.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { type Attack, type Battery, openBattery, type Sent } from './open-battery.ts';

/*
 * Requests that mean no good, with a token that is right, on every operation of the OpenAPI document: each answer is
 * one that is documented, of its schema, and says nothing of the inside.
 */

/** Statuses with which a server refuses what is not even HTTP, whatever the operation documents. */
const unreadable = [400, 408, 413, 431];
const internals =
  /node_modules|\bat (async )?\S+ \(|file:\/\/|\.ts:\d+|PGlite|\bSELECT\b|\binsert into\b|root:x:0/;

describe('every operation, with malformed requests', () => {
  const service = shareService('embedded', {
    engine: createStandInEngine(),
    env: { IMAGE_MAX_BYTES: '20000' },
    constants: { server: { requestTimeoutMs: 2_000 } },
  });
  let battery: Battery;

  before(async () => {
    battery = await openBattery(service());
  });

  async function attackAll(
    attacksOf: (operation: Operation) => Record<string, Attack>,
    refuse: (sent: Sent, operation: Operation) => boolean = () => false,
  ): Promise<{ readonly faults: string[]; readonly count: number }> {
    const faults: string[] = [];
    let count = 0;
    for (const operation of battery.operations) {
      const token = operation.scope === undefined ? undefined : await battery.tokenFor(operation);
      for (const [name, attack] of Object.entries(attacksOf(operation))) {
        const sent = await battery.attack(operation, { token, ...attack });
        count += 1;
        const fault =
          battery.check(operation, sent) ??
          (internals.test(sent.text) ? 'tells of the inside' : undefined) ??
          (refuse(sent, operation) && sent.status < 400 ? `answered ${sent.status}` : undefined);
        // A method or path that the attack turned into another one is answered like any other that is not there.
        if (fault !== undefined && !isNoRoute(sent)) faults.push(`${operation.id}: ${name}: ${fault}`);
      }
    }
    return { faults, count };
  }

  function isNoRoute({ status, text }: Sent): boolean {
    return (status === 404 || status === 405) && /"code":"(route_not_found|method_not_allowed)"/.test(text);
  }

  const withParameters = (operation: Operation, value: string): Attack | undefined =>
    operation.path.includes('{') ? { path: operation.path.replaceAll(/\{\w+\}/g, value) } : undefined;

  it('path traversal and other texts that are no identifier', async () => {
    const values = {
      traversal: '..%2f..%2f..%2fetc%2fpasswd',
      'traversal in dots': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'traversal with backslashes': '..%5c..%5cwindows%5cwin.ini',
      'overlong UTF-8': '%c0%ae%c0%ae%c0%af',
      'half a percent sign': '%',
      'null byte': 'x%00',
      'line break': 'x%0d%0aSet-Cookie:%20a=b',
      quote: "'%20or%20'1'='1",
      script: '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      template: '$%7B7*7%7D%7B%7B7*7%7D%7D',
      prototype: '__proto__',
      constructor: 'constructor',
      empty: '',
      blank: '%20',
      'a lone surrogate': '%ed%a0%80',
      'digits of other scripts': '%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6%D9%A7%D9%A8%D9%A9%D9%A0%D9%A1',
      long: 'a'.repeat(6_000),
      number: '1e400',
      negative: '-1',
    };
    const { faults, count } = await attackAll(
      (operation) =>
        Object.fromEntries(
          Object.entries(values).flatMap(([name, value]) => {
            const attack = withParameters(operation, value);
            return attack === undefined ? [] : [[name, attack]];
          }),
        ),
      () => true,
    );
    assert.deepEqual(faults, []);
    assert.ok(count > 100);
  });

  it('parameters of the query that are repeated, nested, long or of another kind', async () => {
    const forms = (name: string) => ({
      twice: `${name}=1&${name}=2`,
      nested: `${name}[__proto__][polluted]=1&${name}[]=1&${name}.x=1`,
      empty: `${name}=`,
      bare: name,
      long: `${name}=${'a'.repeat(8_000)}`,
      'null byte': `${name}=%00`,
      'half a percent sign': `${name}=%`,
      number: `${name}=1e400`,
      negative: `${name}=-1`,
      quote: `${name}='%20or%20''='`,
    });
    const { faults } = await attackAll((operation) => {
      const names = [
        ...operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        '__proto__',
        'constructor[prototype][polluted]',
      ];
      const { path } = battery.sample(operation);
      return Object.fromEntries(
        names.flatMap((name) =>
          Object.entries(forms(name)).map(([form, query]) => [
            `${name} ${form}`,
            { path: `${path.split('?')[0]}?${query}` },
          ]),
        ),
      );
    });
    assert.deepEqual(faults, []);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('bodies that are too large, too deep, broken, polluting, repeated or of another kind', async () => {
    const { faults } = await attackAll((operation) => {
      if (Object.keys(operation.bodies).length === 0) return {};
      const { json, headers } = battery.sample(operation);
      const type = headers['content-type']!;
      const text = JSON.stringify(json ?? {});
      const inside = text.slice(1, -1);
      const asJson = { 'content-type': 'application/json' };
      const first = Object.keys((json as object | undefined) ?? {})[0] ?? 'x';
      const attacks: Record<string, Attack> = {
        'too large': { body: `{"x":"${'a'.repeat(200_000)}"}` },
        empty: { body: '' },
        'of an unknown type': { headers: { 'content-type': 'application/x-unknown' } },
        'of a broken type': { headers: { 'content-type': 'application/' } },
        'compressed by name': { headers: { 'content-encoding': 'gzip' } },
      };
      if (type === 'application/json' || 'application/json' in operation.bodies) {
        Object.assign(attacks, {
          'too deep': { headers: asJson, body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
          'deep inside': {
            headers: asJson,
            body: `{"${first}":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
          },
          broken: { headers: asJson, body: '{"x":' },
          'no object': { headers: asJson, body: '"text"' },
          null: { headers: asJson, body: 'null' },
          'an array': { headers: asJson, body: '[]' },
          'a number beyond numbers': { headers: asJson, body: '1e999' },
          'with a byte order mark': { headers: asJson, body: `\ufeff${text}` },
          'not UTF-8': {
            headers: asJson,
            body: Buffer.concat([Buffer.from('{"x":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')]),
          },
          'in UTF-16': { headers: asJson, body: Buffer.from(text, 'utf16le') },
          polluting: {
            headers: asJson,
            body: `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}${inside && `,${inside}`}}`,
          },
          'with repeated members': {
            headers: asJson,
            body: `{${inside && `${inside},`}"${first}":null,"${first}":{"a":[]}}`,
          },
          'with members of other kinds': {
            headers: asJson,
            body: JSON.stringify(
              Object.fromEntries(Object.keys((json as object | undefined) ?? {}).map((name) => [name, [{}]])),
            ),
          },
          'with null members': {
            headers: asJson,
            body: JSON.stringify(
              Object.fromEntries(Object.keys((json as object | undefined) ?? {}).map((name) => [name, null])),
            ),
          },
        });
      }
      return attacks;
    });
    assert.deepEqual(faults, []);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('headers that are long, odd or pretend to be another request', async () => {
    const { faults } = await attackAll((operation) => ({
      'another method': { headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' } },
      'another address': { headers: { 'x-original-url': '/v1/clients', 'x-rewrite-url': '/v1/clients' } },
      'another host': { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' } },
      'prototype names': { headers: { __proto__: 'x', constructor: 'x', 'x-__proto__': 'x' } },
      'an unknown expectation': { headers: { 'x-expect': '100' } },
      'a long value': { headers: { 'x-long': 'a'.repeat(8_000) } },
      'odd conditions': { headers: { 'if-match': '*', 'if-none-match': '*', range: 'bytes=0-0,-1' } },
      'odd preferences': { headers: { accept: 'x/y;q=nan', 'accept-encoding': '*;q=0', prefer: 'wait=abc' } },
      ...Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === 'header')
          .map(({ name }) => [`a long ${name}`, { headers: { [name]: 'a'.repeat(4_000) } }]),
      ),
    }));
    assert.deepEqual(faults, []);
  });

  it('requests that two servers in a row could read in two ways', async () => {
    const { url } = service();
    const { host } = new URL(url);
    const faults: string[] = [];
    for (const operation of battery.operations) {
      const { path } = battery.sample(operation);
      const token =
        operation.scope === undefined ? '' : `Authorization: Bearer ${await battery.tokenFor(operation)}\r\n`;
      const line = `${operation.method} ${path} HTTP/1.1\r\n`;
      const common = `${token}Connection: close\r\nContent-Type: application/json\r\n`;
      const hidden = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const smuggled: Record<string, string> = {
        'length and chunks': `${line}Host: ${host}\r\n${common}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
        'two lengths': `${line}Host: ${host}\r\n${common}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
        'a list of lengths': `${line}Host: ${host}\r\n${common}Content-Length: 0, ${hidden.length}\r\n\r\n${hidden}`,
        'chunks in odd spelling': `${line}Host: ${host}\r\n${common}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
        'chunks after another coding': `${line}Host: ${host}\r\n${common}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
        'blank before the colon': `${line}Host: ${host}\r\n${common}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
        'a folded header': `${line}Host: ${host}\r\n${common}Content-Length: 0\r\nX-Folded: a\r\n Transfer-Encoding: chunked\r\n\r\n${hidden}`,
        'a bare line feed': `${line}Host: ${host}\r\n${common}X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
        'a length with a sign': `${line}Host: ${host}\r\n${common}Content-Length: +0\r\n\r\n${hidden}`,
        'a length in hexadecimal': `${line}Host: ${host}\r\n${common}Content-Length: 0x4\r\n\r\n${hidden}`,
        'no host': `${line}${common}Content-Length: 0\r\n\r\n`,
        'an unknown version': `${line.replace('HTTP/1.1', 'HTTP/9.9')}Host: ${host}\r\n${common}\r\n`,
      };
      for (const [name, bytes] of Object.entries(smuggled)) {
        const { status, text } = await sendRaw(url, bytes);
        const answers = text.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;
        if (!unreadable.includes(status) || answers !== 1)
          faults.push(`${operation.id}: ${name}: ${status}, ${answers} answers`);
      }
    }
    assert.deepEqual(faults, []);
  });

  it('bodies that never come are not waited for beyond the time limit, without a token not at all', async () => {
    const { url } = service();
    const { host } = new URL(url);
    const faults: string[] = [];
    await Promise.all(
      battery.guarded
        .filter(({ bodies }) => Object.keys(bodies).length > 0)
        .map(async (operation) => {
          const { path } = battery.sample(operation);
          const { status } = await sendRaw(
            url,
            `${operation.method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{`,
          );
          if (status !== (operation.id === 'authenticateFace' ? 400 : 401))
            faults.push(`${operation.id}: ${status}`);
        }),
    );
    assert.deepEqual(faults, []);
  });

  it('and after all of it the service is as it was', async () => {
    const metrics = await battery.attack(battery.operations.find(({ id }) => id === 'getReadiness')!);
    assert.equal(metrics.status, 200);
    assert.ok(!service().logged().includes('"code":"internal_error"'), 'an internal error was logged');
  });
});

describe('the routes', () => {
  it('that the document leaves out are known', async () => {
    const { listSourceFiles } = await import('../architecture/list-source-files.ts');
    const { readFile } = await import('node:fs/promises');
    const hidden: string[] = [];
    for (const { name, path } of await listSourceFiles('src')) {
      if (/^src\/(\w+\/routes|web)\//.test(name) && /\bhide: true\b/.test(await readFile(path, 'utf8')))
        hidden.push(name);
    }
    assert.deepEqual(hidden.sort(), [
      'src/capture/routes/get-page.ts',
      'src/capture/routes/trial.ts',
      'src/console/routes/get-console.ts',
      'src/documentation/routes/get-documentation.ts',
      'src/service/routes/run-operator-task.ts',
      'src/web/documentation.ts',
    ]);
  });
});
