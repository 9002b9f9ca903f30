import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCpf } from '../../../src/platform/documents.ts';
import { beginLiveness, createLivenessSession } from '../../support/capture-page.ts';
import { describeDatabases } from '../../support/database.ts';
import { assertError, send } from '../../support/http.ts';
import { shareService } from '../../support/service.ts';
import { createStandInEngine } from '../../support/service-engine.ts';

describeDatabases('GET /v1/liveness-statistics', (kind) => {
  const service = shareService(kind, { engine: createStandInEngine() });

  const read = async (query = '') =>
    send(`${service().url}/v1/liveness-statistics${query}`, { token: await service().token('customer') });

  it('counts a session with the camera and the app that the page named, and says nothing of anybody', async () => {
    const peopleId = generateCpf();
    const token = await service().token('customer');
    const session = await createLivenessSession(service().mobileUrl, token, { purpose: 'check', peopleId });
    const secret = await beginLiveness(session);
    const post = (path: string, json: object) =>
      send(`${session.url}/${path}`, { method: 'POST', token: secret, json });
    for (const [camera, code] of [
      ['x'.repeat(201), 'request_invalid'],
      [7, 'request_invalid'],
      ['a\u0000b', 'body_malformed'],
    ] as const) {
      assertError(await post('next', { camera }), 400, code);
    }
    const shown = await post('next', { camera: 'Front camera', appVersion: 'App 7.1' });
    assert.equal(shown.status, 200, shown.text);
    assert.equal((await post('cancel', {})).status, 200);
    const { status, body, text } = await read();
    assert.equal(status, 200, text);
    assert.equal(body.sessions, 1);
    assert.equal(body.abandoned, 1);
    const counts = { sessions: 1, passed: 0, people: 1, passedAtFirst: 0 };
    assert.deepEqual(body.cameras, [{ camera: 'Front camera', counts }]);
    assert.deepEqual(body.appVersions, [{ appVersion: 'App 7.1', counts }]);
    assert.doesNotMatch(text, new RegExp(`liv_|${peopleId}`));
    const { text: lines } = await send(`${service().url}/metrics`, {
      token: await service().fetchToken(service().admin),
    });
    assert.match(lines, /confere_liveness_tries\{window="recent",outcome="abandoned"\} 1/);
    assert.match(
      lines,
      /confere_liveness_tries_of\{by="app_version",name="App 7\.1",outcome="abandoned"\} 1/,
    );
  });

  it('is refused to tokens of one person, without the scope, and for a period too long or too late', async () => {
    const bound = await service().token('mobile', { peopleId: generateCpf() });
    assert.equal((await send(`${service().url}/v1/liveness-statistics`, { token: bound })).status, 401);
    const poor = await service().createClient('customer', ['people:read']);
    const token = await service().fetchToken(poor);
    assertError(await send(`${service().url}/v1/liveness-statistics`, { token }), 403, 'scope_forbidden');
    assertError(await read('?from=2020-01-01T00:00:00Z'), 400, 'request_invalid');
    assertError(await read('?to=9999-12-31T23:59:59-01:00'), 400, 'request_invalid');
  });
});
