import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SearchVector } from '../../../src/engine/face-engine.ts';
import { FaceIdTable } from '../../../src/faces/duplicates/face-id-table.ts';
import { FaceTemplateIndex } from '../../../src/faces/duplicates/face-template-index.ts';
import { Rotation } from '../../../src/faces/duplicates/rotation.ts';
import { openScanKernel } from '../../../src/faces/duplicates/scan-kernel.ts';

let state = 12345;
/** The same numbers in every run, from -1 to 1. */
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return ((state >>> 0) / 2 ** 32) * 2 - 1;
}

/** Directions about a common one, of unequal weight along their values, with an offset of their own. */
function makeVector(length: number, likeness = 0.5): SearchVector {
  const values = Float32Array.from(
    { length },
    (_, index) => likeness + random() * (index < length / 8 ? 2 : 0.5),
  );
  const size = Math.hypot(...values);
  return { values: values.map((value) => value / size), offset: -0.2 + 0.02 * random() };
}

/** The same face in another photo. */
function nearby({ values, offset }: SearchVector, noise: number): SearchVector {
  const moved = values.map((value) => value + (noise * random()) / Math.sqrt(values.length));
  const size = Math.hypot(...moved);
  return { values: moved.map((value) => value / size), offset };
}

function scoreOf(a: SearchVector, b: SearchVector): number {
  return a.values.reduce((sum, value, index) => sum + value * b.values[index]!, 0) + a.offset + b.offset;
}

const keyOf = (id: Uint8Array) => Buffer.from(id).toString('hex');

describe('TemplateIndex', () => {
  for (const length of [64, 512, 1152, 100]) {
    it(`finds everything that an exhaustive comparison finds, templates of ${length} values`, () => {
      const index = new FaceTemplateIndex(length);
      const faces = Array.from({ length: 1500 }, () => ({ id: randomBytes(16), vector: makeVector(length) }));
      for (const { id, vector } of faces) index.put(id, vector);
      for (const noise of [0, 0.3, 1, 2]) {
        const query = nearby(faces[77]!.vector, noise);
        const scores = faces.map(({ vector }) => scoreOf(query, vector)).sort((a, b) => b - a);
        for (const rank of [0, 5, 100]) {
          const minScore = scores[rank]!;
          const found = new Map(index.search(query, minScore).map((one) => [keyOf(one.id), one.upperBound]));
          for (const { id, vector } of faces) {
            const score = scoreOf(query, vector);
            const bound = found.get(keyOf(id));
            if (score >= minScore) assert.ok(bound !== undefined && bound >= score - 1e-6);
          }
        }
      }
    });
  }

  it('leaves out nearly all who are no candidates', () => {
    const index = new FaceTemplateIndex(512);
    const faces = Array.from({ length: 3000 }, () => ({ id: randomBytes(16), vector: makeVector(512) }));
    for (const { id, vector } of faces) index.put(id, vector);
    const query = nearby(faces[5]!.vector, 0.3);
    const found = index.search(query, scoreOf(query, faces[5]!.vector) - 0.01);
    assert.equal(keyOf(found[0]!.id), keyOf(faces[5]!.id));
    assert.ok(found.length < 30, `${found.length}`);
  });

  it('forgets who is taken out and knows who is put anew, in any order', () => {
    const index = new FaceTemplateIndex(64);
    const present = new Map<string, { id: Uint8Array; vector: SearchVector }>();
    const all: Uint8Array[] = [];
    for (let step = 0; step < 4000; step++) {
      const known = all[Math.floor((random() + 1) * 0.5 * all.length)];
      if (random() < -0.2 && known !== undefined) {
        assert.equal(index.remove(known), present.delete(keyOf(known)));
      } else {
        const id = random() < 0 && known !== undefined ? known : randomBytes(16);
        all.push(id);
        const vector = makeVector(64);
        index.put(id, vector);
        present.set(keyOf(id), { id, vector });
      }
    }
    assert.equal(index.size, present.size);
    const query = makeVector(64);
    const found = new Map(index.search(query, -10).map((one) => [keyOf(one.id), one.upperBound]));
    assert.equal(found.size, present.size);
    for (const { id, vector } of present.values()) {
      const bound = found.get(keyOf(id))!;
      const score = scoreOf(query, vector);
      assert.ok(bound >= score - 1e-6 && bound < score + 0.5);
    }
  });
});

describe('FaceIdTable', () => {
  it('keeps every id reachable while others with the same place come and go', () => {
    const table = new FaceIdTable();
    const slots = new Map<string, Uint8Array>();
    for (let step = 0; step < 3_000; step++) {
      const id = Buffer.alloc(16);
      id.writeUInt32LE(Math.floor((random() + 1) * 200), 0);
      // Few endings, so that most ids want the same places.
      id.writeUInt32LE(Math.floor((random() + 1) * 20), 12);
      if (slots.has(keyOf(id))) {
        assert.notEqual(table.find(id), undefined);
        if (random() < 0.5) {
          table.remove(id);
          slots.delete(keyOf(id));
        }
      } else {
        assert.equal(table.find(id), undefined);
        table.add(id);
        slots.set(keyOf(id), id);
      }
    }
    assert.equal(table.size, slots.size);
    const seen = new Set<number>();
    for (const id of slots.values()) {
      const slot = table.find(id)!;
      assert.equal(keyOf(table.idAt(slot)), keyOf(id));
      seen.add(slot);
    }
    assert.equal(seen.size, slots.size);
  });
});

describe('Rotation', () => {
  for (const length of [64, 100, 1152]) {
    it(`keeps scalar products and spreads one value over all, ${length} values`, () => {
      const rotation = new Rotation(length);
      const [a, b] = [makeVector(length).values, makeVector(length).values];
      const before = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
      rotation.apply(a);
      rotation.apply(b);
      const after = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
      assert.ok(Math.abs(before - after) < 1e-4);
      const single = new Float32Array(length);
      single[length - 1] = 1;
      rotation.apply(single);
      const most = single.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      assert.ok(most < 8 / Math.sqrt(length), `${most}`);
    });
  }
});

describe('the scan kernel', () => {
  for (const plain of [false, true]) {
    it(`gives scalar products of codes and query, ${plain ? 'by plain' : 'by the best'} instructions`, () => {
      const kernel = openScanKernel(plain);
      const [stride, count] = [48, 5];
      const [queryAt, codesAt] = [64, 512];
      kernel.reserve(codesAt + stride * count);
      const query = Int8Array.from({ length: 4 * stride }, (_, index) => ((index * 37) % 255) - 127);
      const codes = Uint8Array.from({ length: stride * count }, (_, index) => (index * 101 + 13) % 256);
      kernel.bytes.set(new Uint8Array(query.buffer), queryAt);
      kernel.bytes.set(codes, codesAt);
      kernel.functions.scan(codesAt, stride, count, queryAt, 0);
      const products = new Int32Array(kernel.bytes.buffer, 0, count);
      for (let code = 0; code < count; code++) {
        let expected = 0;
        for (let i = 0; i < stride; i++) {
          const byte = codes[code * stride + i]!;
          const at = Math.floor(i / 16) * 64 + (i % 16);
          for (const part of [0, 1, 2, 3]) expected += query[at + 16 * part]! * ((byte >> (2 * part)) & 3);
        }
        assert.equal(products[code], expected);
      }
    });
  }
});
