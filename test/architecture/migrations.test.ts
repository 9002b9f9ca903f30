import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../src/platform/db/index.ts';

const migrations = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
/** The last of the first release: nobody has an earlier schema. */
const lastOfFirst = '0016-service.sql';

/** Statements that take away or demand what the release before does not expect. Functions and triggers are code. */
const contractions: readonly RegExp[] = [
  /\bdrop (?:table|column|view|type|schema)\b/i,
  /\balter table [\s\S]*?\brename (?!constraint\b)/i,
  /\balter column \w+ (?:set data )?type\b/i,
  /\bset not null\b/i,
  /\badd column (?:if not exists )?\w+ [^,;]*\bnot null\b(?![^,;]*\bdefault\b)/i,
];

describe('migrations', () => {
  it('add only, or name in contracts.json the newest migration that a release must know to work with them', () => {
    const found = migrations
      .filter(({ name, needs }) => name > lastOfFirst && needs === '0000')
      .flatMap(({ name, text }) =>
        withoutComments(text)
          .split(';')
          .filter((statement) => contractions.some((words) => words.test(statement)))
          .map((statement) => `${name}: ${statement.trim().slice(0, 80)}`),
      );
    assert.deepEqual(found, []);
  });

  it('need a migration that is there, and none after their own', () => {
    for (const { name, needs } of migrations) {
      if (needs === '0000') continue;
      assert.ok(
        migrations.some((other) => other.name.startsWith(`${needs}-`)),
        `${name} needs ${needs}`,
      );
      assert.ok(needs <= name.slice(0, 4), name);
    }
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/--[^\n]*/g, '');
}
