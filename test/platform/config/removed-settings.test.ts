import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadAppConfig, settingsGroups } from '../../../src/app.ts';
import { ConfigError, readEnvironment, removedSettings } from '../../../src/platform/config/index.ts';
import { listVariables } from '../../../src/platform/config/list-variables.ts';

const variables = listVariables(settingsGroups).flatMap((group) => group.variables);

function problemsOf(
  env: Readonly<Record<string, string | undefined>>,
): readonly (readonly [string, string])[] {
  try {
    loadAppConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems!.map(({ path, message }) => [path, message] as const);
  }
  return [];
}

describe('settings of earlier versions', () => {
  it('stop the start when they are still set, all at once, each with what to do', () => {
    const set = Object.fromEntries(Object.keys(removedSettings).map((name) => [name, '1']));
    assert.deepEqual(Object.fromEntries(problemsOf(set)), removedSettings);
    for (const message of Object.values(removedSettings)) assert.match(message, /^this setting is gone: /);
  });

  it('name a successor that exists', () => {
    const known = new Set(variables.map(({ variable }) => variable));
    for (const [name, message] of Object.entries(removedSettings)) {
      assert.ok(!known.has(name), `${name} is a setting`);
      for (const [word] of message.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)) assert.ok(known.has(word), word);
    }
  });

  it('are found in the .env file too, and an empty one is none', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-env-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, '.env'), 'SOURCE_RETRIES=3\nREGISTRY_MAX_DUPLICATES=\n');
    const [problem, ...others] = problemsOf(readEnvironment(folder));
    assert.deepEqual(others, []);
    assert.equal(problem?.[0], 'SOURCE_RETRIES');
    assert.match(problem?.[1] ?? '', /use `retries` of each provider in `SOURCE_PROVIDERS_FILE`/);
  });
});

/** The groups that the limit of 70 was set for. */
const firstGroups = new Set(
  'server limits storage secrets access externalIssuer images engine registry people faces executions'.split(
    ' ',
  ),
);
/** Settings of a later group at most, where it is not 8. NOTE: liveness has two more than it should. */
const mostOf: Readonly<Record<string, number>> = { liveness: 10 };

/** Settings that later work added to the first groups; they count as those of a later group. */
const addedLater = new Set([
  'MODELS_AUTO_PULL',
  'FACE_REVIEW_BAND',
  'FACE_THRESHOLD_RAISE',
  'SANDBOX',
  'SOURCE_MAX_AGE_DAYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ATTEMPTS_KEEP_MONTHS',
]);

it('there are 70 settings at most, and 8 for each group that comes later', () => {
  assert.ok(addedLater.size <= 8);
  const first = variables.filter(
    ({ group, variable }) => firstGroups.has(group) && !addedLater.has(variable),
  );
  assert.ok(first.length <= 70, `${first.length} settings`);
  for (const { name, variables: own } of listVariables(settingsGroups)) {
    if (firstGroups.has(name)) continue;
    assert.ok(own.length <= (mostOf[name] ?? 8), `${name} has ${own.length} settings`);
  }
});
