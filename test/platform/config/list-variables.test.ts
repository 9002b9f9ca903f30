import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settingsGroups } from '../../../src/app.ts';
import { listVariables } from '../../../src/platform/config/list-variables.ts';

it('there are 110 settings at most, and no variable twice', () => {
  const names = listVariables(settingsGroups).flatMap((group) =>
    group.variables.map(({ variable }) => variable),
  );
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length <= 110, `${names.length} settings`);
});
