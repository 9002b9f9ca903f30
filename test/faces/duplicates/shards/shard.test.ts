import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listFaces } from '../../../../src/faces/duplicates/changes-store.ts';
import { isInShard, nameShard } from '../../../../src/faces/duplicates/shards/shard.ts';
import { faceIdKind } from '../../../../src/faces/id-kinds.ts';
import { generateCpf } from '../../../../src/platform/documents/index.ts';
import { createId } from '../../../../src/platform/ids.ts';
import { describeDatabases } from '../../../support/database.ts';
import { createDistinctPhoto, useFaces } from '../../open-faces.ts';

const shardsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, count }));

describe('isInShard', () => {
  it('gives each face one of the shards, and each shard about as many', () => {
    const ids = Array.from({ length: 6_000 }, () => createId(faceIdKind));
    const sizes = shardsOf(3).map((shard) => ids.filter((id) => isInShard(id, shard)).length);
    assert.equal(sizes[0]! + sizes[1]! + sizes[2]!, ids.length);
    for (const size of sizes) assert.ok(size > 1_700 && size < 2_300, String(sizes));
  });

  it('stays the same for the same id: running shards depend on it', () => {
    const id = 'fac_01a1fd3fdd4c70ae8910617df9e4edd8';
    assert.deepEqual(
      [2, 3, 20].map((count) =>
        shardsOf(count)
          .filter((shard) => isInShard(id, shard))
          .map(nameShard),
      ),
      [['1/2'], ['3/3'], ['9/20']],
    );
  });
});

describeDatabases('listFaces of a shard', (kind) => {
  const faces = useFaces(kind);

  it('gives the faces that isInShard says, whichever database reads them', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) {
      const { face } = await faces().register(generateCpf(), await createDistinctPhoto());
      ids.push(face.id);
    }
    const { db, cipher } = faces();
    for (const shard of [...shardsOf(2), ...shardsOf(7)]) {
      const listed = await listFaces(db, cipher, { after: '', limit: 100, shard });
      assert.deepEqual(
        listed.map(({ id }) => id),
        ids.filter((id) => isInShard(id, shard)).sort(),
        nameShard(shard),
      );
    }
  });
});
