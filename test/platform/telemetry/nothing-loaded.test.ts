import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';

/** Prints the packages of OpenTelemetry that are loaded with each of some settings, one after the other. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      // prom-client loads the interfaces by itself.
      if (/^@opentelemetry\\/(?!api$)/.test(specifier)) loaded.add(specifier);
      return next(specifier, context);
    },
  });
  const { loadAppConfig } = await import('./src/app.ts');
  await import('./src/process/start-service.ts');
  await import('./src/process/start-peer.ts');
  const { openTelemetry } = await import('./src/platform/telemetry/open-telemetry.ts');
  const log = { warn() {}, info() {} };
  for (const environment of JSON.parse(process.argv[1])) {
    const telemetry = await openTelemetry(loadAppConfig(environment), 'all', log);
    console.log(JSON.stringify({ loaded: [...loaded], hasTraces: telemetry.tracing !== undefined }));
    await telemetry.close();
  }
`;

it('nothing of OpenTelemetry is loaded without an address', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  const environments = [{}, endpoint];
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    JSON.stringify(environments),
  ]);
  const [off, on] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly loaded: readonly string[]; readonly hasTraces: boolean });
  assert.deepEqual(off, { loaded: [], hasTraces: false });
  assert.equal(on?.hasTraces, true);
  assert.ok(on?.loaded.includes('@opentelemetry/sdk-trace'));
});
