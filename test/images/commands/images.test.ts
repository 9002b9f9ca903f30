import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { imageIdKind } from '../../../src/images/declarations.ts';
import { createImageFolder } from '../../../src/images/image-folder.ts';
import { createId } from '../../../src/platform/ids.ts';
import { createTestDatabase } from '../../support/database.ts';
import { openS3Server } from '../../support/s3-servers.ts';
import { runConfere } from '../../support/service-process.ts';

describe('confere images move', () => {
  it('moves only to the place that new photos go to, and says what it left', async (t) => {
    const { dataDir } = await createTestDatabase(t, 'embedded');
    const s3 = await openS3Server(t, 's3rver-strict');
    const files = createImageFolder({ directory: join(dataDir, 'images') });
    await files.put(createId(imageIdKind), Buffer.from('without a row'));
    const env = {
      DATA_DIR: dataDir,
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const move = (to: string, more: Record<string, string> = {}) =>
      runConfere(t, ['images', 'move', '--to', to, '--json'], { ...env, ...more });
    const moved = await move('s3');
    assert.equal(moved.status, 0, moved.stderr);
    assert.deepEqual(JSON.parse(moved.stdout), { moved: 0, erased: 0, left: 1 });
    const refused = await move('files');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /images_move_refused[\s\S]*New photos still go to s3/);
    assert.equal((await move('files', { IMAGE_STORE: 'files' })).status, 0);
    const without = await runConfere(t, ['images', 'move', '--to', 's3'], { DATA_DIR: dataDir });
    assert.match(without.stderr, /images_move_refused[\s\S]*S3_ENDPOINT is not set/);
  });
});
