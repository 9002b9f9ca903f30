import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { loadAppConfig } from '../../../src/app.ts';
import { generateCpf } from '../../../src/platform/documents.ts';
import { createLogger } from '../../../src/platform/log.ts';
import { startFaceService } from '../../../src/process/start-peer.ts';
import { openReceiver, type Receiver } from '../../events/open-events.ts';
import { createTestDatabase, type TestScope, testDatabaseKinds } from '../../support/database.ts';
import { cutFacePhotos } from '../../support/face-photos.ts';
import { send } from '../../support/http.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../../support/otlp-receiver.ts';
import { type ServiceScope, startTestService, type TestService } from '../../support/service.ts';
import { putFace, toDataAddress } from '../../support/service-photos.ts';

const facesSecret = 'a secret that the parts of one deployment share';
const kind = testDatabaseKinds().at(-1)!;

describe(`traces, on ${kind}`, () => {
  const endings: (() => unknown)[] = [];
  const scope = { after: (ending: () => unknown) => void endings.push(ending) } as TestScope & ServiceScope;
  const cpf = generateCpf();
  let collector: OtlpReceiver;
  let webhooks: Receiver;
  let service: TestService;

  before(async () => {
    collector = await openOtlpReceiver(scope, [cpf, facesSecret]);
    webhooks = await openReceiver(scope);
    const { dataDir } = await createTestDatabase(scope, 'embedded');
    const faces = await startFaceService(
      loadAppConfig({
        ...collector.environment,
        OTEL_SERVICE_NAME: 'confere-faces',
        DATA_DIR: dataDir,
        LISTEN: '127.0.0.1:0',
        FACE_WORKERS: '2',
        FACES_SECRET: facesSecret,
      }),
      createLogger({ level: 'silent' }),
    );
    scope.after(() => faces.stop());
    await faces.ready();
    service = await startTestService(scope, kind, {
      env: {
        ...collector.environment,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=verifica%C3%A7%C3%A3o',
        OTEL_RESOURCE_ATTRIBUTES: 'team=verifica%C3%A7%C3%A3o',
        FACES_URL: faces.url,
        FACES_SECRET: facesSecret,
        TRUSTED_PROXIES: '127.0.0.1',
        WEBHOOK_ALLOW: '127.0.0.1',
      },
    });
  });
  after(async () => {
    for (const ending of endings.reverse()) await ending();
  });

  it('one authentication is one connected trace over web, face service, networks, database and webhook', async () => {
    const { sameWoman } = await cutFacePhotos();
    assert.equal((await putFace(service, cpf, sameWoman[0])).status, 201);
    const token = await service.fetchToken(
      await service.createClient('customer', ['faces:authenticate', 'attempts:read', 'webhooks:write']),
    );
    const endpoint = await send(`${service.url}/v1/webhook-endpoints`, {
      method: 'POST',
      token,
      json: { url: webhooks.url, types: ['attempt.made'] },
    });
    assert.equal(endpoint.status, 201, endpoint.text);
    const traceId = randomBytes(16).toString('hex');
    const caller = randomBytes(8).toString('hex');
    const { status, body, text } = await send(`${service.url}/v1/face-authentications`, {
      method: 'POST',
      token,
      headers: { traceparent: `00-${traceId}-${caller}-01`, 'x-forwarded-for': '203.0.113.9' },
      json: { peopleId: cpf, imageUrl: toDataAddress(sameWoman[1]) },
    });
    assert.equal(status, 201, text);
    assert.equal(body.isMatch, true, text);
    await webhooks.until(1);
    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    const has = (name: string) => ofTrace().some((span) => span.name === name);
    const networkNames = ['landmarks', 'recognition', 'liveness'].map((name) => `network ${name}`);
    // Spans of the networks may come after those of the answer: they end in another thread.
    const last = ['webhook delivery', 'POST /analyses', ...networkNames];
    await collector.until(() => (last.every(has) ? true : undefined));

    const spans = ofTrace();
    const known = new Set([caller, ...spans.map(({ spanId }) => spanId)]);
    for (const { name, parentSpanId } of spans) assert.ok(known.has(parentSpanId), `${name} is connected`);
    const parentOf = (span: ReceivedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId)?.name;
    const find = (name: string) => {
      const found = spans.find((span) => span.name === name);
      assert.ok(found, `${name} is among ${spans.map((span) => span.name)}`);
      return found;
    };
    const web = find('POST /v1/face-authentications');
    assert.equal(web.parentSpanId, caller);
    assert.equal(web.attributes['http.response.status_code'], 201);
    assert.equal(parentOf(find('POST faces')), web.name);
    const analysis = find('POST /analyses');
    assert.deepEqual([analysis.service, parentOf(analysis)], ['confere-faces', 'POST faces']);
    assert.equal(parentOf(find('face queue')), analysis.name);
    assert.equal(parentOf(find('face worker')), analysis.name);
    const networks = spans.filter(({ name }) => name.startsWith('network '));
    for (const network of networks) assert.equal(parentOf(network), 'face worker');
    assert.deepEqual(
      networkNames.filter((name) => !networks.some((network) => network.name === name)),
      [],
    );
    const statements = spans.filter(({ name }) => name === 'database');
    const wrote = statements.find(({ attributes }) =>
      /insert into attempts/.test(`${attributes['db.query.text']}`),
    );
    assert.ok(wrote, 'the statement that writes the attempt');
    assert.equal(parentOf(wrote), web.name);
    assert.equal(parentOf(find('webhook delivery')), web.name);
    assert.equal(parentOf(find('POST webhooks')), 'webhook delivery');
    assert.equal(
      collector.headers.every((headers) => headers.traceparent === undefined),
      true,
    );
    assert.ok(collector.headers.some((headers) => headers['x-tenant'] === 'verificação'));
    assert.match(service.logged(), new RegExp(`"traceId":"${traceId}"`));
  });

  it('receivers of webhooks learn nothing of traces', () => {
    for (const { headers } of webhooks.received) {
      assert.equal(headers.traceparent, undefined);
      assert.equal(headers.tracestate, undefined);
    }
  });

  it('a job goes on with the trace of the request that added it, and its handler sees nothing of it', async () => {
    const token = await service.token('customer');
    const template = await send(`${service.url}/v1/query-templates`, {
      method: 'POST',
      token,
      json: { name: 'T', subject: 'person', sources: [], rules: [] },
    });
    const { status, body, text } = await send(`${service.url}/v1/executions`, {
      method: 'POST',
      token,
      headers: { prefer: 'wait=60' },
      json: { templateId: template.body.id, cpf },
    });
    assert.equal(status, 201, text);
    assert.ok(body.completedAt, text);
    const job = await collector.until(() => collector.spans.find(({ name }) => name === 'job run-execution'));
    const added = await collector.until(() =>
      collector.spans.find(({ name, traceId }) => name === 'POST /v1/executions' && traceId === job.traceId),
    );
    assert.equal(job.parentSpanId, added.spanId);
    assert.equal(job.attributes['confere.outcome'], 'done');
    const inJob = await collector.until(() =>
      collector.spans.find(({ parentSpanId, name }) => parentSpanId === job.spanId && name === 'database'),
    );
    assert.equal(inJob.traceId, job.traceId);
  });

  it('a traceparent is believed from a trusted proxy only', async () => {
    const traceId = randomBytes(16).toString('hex');
    const before = collector.spans.length;
    const { status } = await send(`${service.url}/healthz`, {
      headers: { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` },
    });
    assert.equal(status, 200);
    const span = await collector.until(() =>
      collector.spans.slice(before).find(({ name }) => name === 'GET /healthz'),
    );
    assert.notEqual(span.traceId, traceId);
    assert.equal(span.parentSpanId, '');
  });

  it('an address is named by its pattern, a refusal by its code', async () => {
    const { status } = await send(`${service.url}/v1/people/${generateCpf()}/face`, {
      token: await service.token('customer'),
    });
    assert.equal(status, 404);
    const span = await collector.until(() =>
      collector.spans.find(({ name }) => name.startsWith('GET /v1/people/:')),
    );
    assert.equal(span.attributes['http.response.status_code'], 404);
    assert.equal(typeof span.attributes['confere.error'], 'string');
  });

  it('metrics are those of /metrics, by the same names', async () => {
    const name = 'confere_http_request_duration_seconds';
    const histogram = await collector.until(() => {
      const all = collector.metrics.at(-1)?.resourceMetrics[0].scopeMetrics[0].metrics ?? [];
      const found = all.find((metric: { name: string }) => metric.name === name);
      const series = found?.histogram.dataPoints.find((point: { attributes: { value: object }[] }) =>
        JSON.stringify(point.attributes).includes('/v1/face-authentications'),
      );
      return series as { count: number; bucketCounts: number[]; explicitBounds: number[] } | undefined;
    });
    assert.equal(Number(histogram.count), 1);
    assert.equal(
      histogram.bucketCounts.reduce((sum, count) => sum + Number(count), 0),
      1,
    );
    assert.equal(histogram.bucketCounts.length, histogram.explicitBounds.length + 1);
    const shown = await send(`${service.url}/metrics`, { token: await service.fetchToken(service.admin) });
    const last = collector.metrics.findLast(
      ({ resourceMetrics }) => !JSON.stringify(resourceMetrics[0].resource).includes('confere-faces'),
    );
    assert.match(JSON.stringify(last.resourceMetrics[0].resource), /"verificação"/);
    for (const { name: sent } of last.resourceMetrics[0].scopeMetrics[0].metrics)
      assert.ok(shown.text.includes(`# HELP ${sent} `), sent);
  });
});
