import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { createOnnxFaceEngine } from '../../src/engine/create-onnx-face-engine.ts';
import { homographyResidual } from '../../src/liveness/measure-turn.ts';

const folder = join(import.meta.dirname, '../../../shared/data/liveness/turn');

it('a real head that turns leaves a residual, and stays one person', {
  skip: !existsSync(folder) && 'the recording is not here',
}, async (t) => {
  const engine = createOnnxFaceEngine({
    workers: 1,
  });
  t.after(() => engine.close());
  await engine.ready();
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort();
  const faces = await Promise.all(
    files.map(
      async (name) => await engine.observe(await readFile(join(folder, name))).catch(() => undefined),
    ),
  );
  const seen = faces.filter((face) => face !== undefined);
  assert.ok(seen.length >= 17, `${seen.length} frames show a face`);
  const reference = seen.toSorted(
    (a, b) => Math.abs(a.quality.yawDegrees) - Math.abs(b.quality.yawDegrees),
  )[0]!;
  let turned = 0;
  for (const face of seen) {
    if (face.box.width < 60) continue;
    assert.ok(engine.compare(reference.template, face.template).similarity >= 0.5);
    const change = Math.abs(face.quality.yawDegrees - reference.quality.yawDegrees);
    if (change < 20) continue;
    turned += 1;
    assert.ok(homographyResidual(reference.points, face.points) >= 0.085, `turned by ${change}`);
  }
  assert.ok(turned >= 5, `${turned} frames are turned`);
});
