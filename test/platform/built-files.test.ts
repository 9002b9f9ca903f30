import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CaptureError } from '../../src/capture/errors.ts';
import { createBuiltFiles } from '../../src/platform/built-files.ts';

describe('a folder without a build', () => {
  it('is told apart from a missing file, and a build that follows is taken', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'confere-page-'));
    t.after(() => rm(folder, { recursive: true }));
    const files = createBuiltFiles(folder, {
      notBuilt: () => new CaptureError('capture_page_missing'),
      notFound: () => new CaptureError('capture_file_not_found'),
    });
    assert.equal(await files.isBuilt(), false);
    await assert.rejects(files.read('index.html', ''), { code: 'capture_page_missing' });
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<p>');
    assert.equal(await files.isBuilt(), true);
    assert.equal((await files.read('index.html', 'br')).encoding, 'identity');
    await assert.rejects(files.read('assets/x.js', ''), { code: 'capture_file_not_found' });
  });
});
