import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ListName } from '../../src/people/index.ts';
import { send } from './http.ts';
import type { TestService } from './service.ts';

/** Puts a public list into service over the API. `folder` is the IMPORT_DIR of the service. */
export async function importList(
  service: Pick<TestService, 'url' | 'createClient' | 'fetchToken'>,
  folder: string,
  source: ListName,
  content: Buffer | string,
): Promise<void> {
  const path = `${source}.${content.toString().startsWith('<') ? 'xml' : 'csv'}`;
  await writeFile(join(folder, path), content);
  const client = await service.createClient('customer', ['sources:write', 'executions:read']);
  const token = await service.fetchToken(client);
  const json = { source, action: 'import', path, isForced: true };
  const { status, text, body } = await send(`${service.url}/v1/imports`, { method: 'POST', token, json });
  assert.equal(status, 202, text);
  const { id } = body;
  for (;;) {
    const answer = await send(`${service.url}/v1/imports/${id}`, { token });
    const { state } = answer.body;
    if (state === 'done') return;
    assert.notEqual(state, 'failed', answer.text);
    await delay(20);
  }
}
