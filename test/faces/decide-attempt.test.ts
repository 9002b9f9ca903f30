import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { combineFaceTemplates, scoreFaceTemplates } from '../../src/engine/face-template.ts';
import type { FaceEngine } from '../../src/engine/index.ts';
import { authenticateFace } from '../../src/faces/authenticate-face.ts';
import { combineReferences } from '../../src/faces/decide-attempt.ts';
import { registerFace } from '../../src/faces/register-face.ts';
import type { ReferenceFace } from '../../src/faces/types.ts';
import { generateCpf } from '../../src/platform/documents.ts';
import { describeDatabases } from '../support/database.ts';
import { createStandInEngine } from '../support/service-engine.ts';
import { clientId, createDistinctPhoto, useFaces } from './open-faces.ts';

const templateModel = 'stand-in@1';
const scoring = { templateModel, embeddedValues: 4 };
const threshold = 0.5;

/** The template of a direction; its length is one. */
function template(...values: readonly number[]): Uint8Array {
  const length = Math.hypot(...values);
  return new Uint8Array(Float32Array.from(values, (value) => value / length).buffer);
}

/** Matches from a cosine of one half on. Each photo shows the direction that it is given. */
function createDirectionEngine(
  shown = new Map<string, Uint8Array>(),
  base = createStandInEngine(),
): FaceEngine {
  return {
    ...base,
    async analyse(photo) {
      const analysis = await base.analyse(photo);
      return { ...analysis, template: shown.get(Buffer.from(photo).toString('base64'))! };
    },
    compare(a, b, _model, { penalty = 0 } = {}) {
      const score = scoreFaceTemplates(a, b, scoring) - penalty;
      return { score, similarity: 1 / (1 + Math.exp(-20 * (score - threshold))) };
    },
    combine: (templates) => combineFaceTemplates(templates, scoring),
  };
}

const face = (made: Uint8Array, model = templateModel) =>
  ({ template: made, templateModel: model }) as ReferenceFace;

describe('reference photos together', () => {
  it('are those that match the most similar one, of its model', () => {
    const engine = createDirectionEngine();
    const best = face(template(1, 0.3, 0, 0));
    const alike = face(template(1, -0.3, 0, 0));
    const stranger = face(template(0, 0, 1, 0));
    const ofOtherModel = face(template(1, 0, 0, 0), 'other@1');
    const together = combineReferences(engine, best, [stranger, best, ofOtherModel, alike]);
    assert.equal(together.combined, 2);
    assert.ok(scoreFaceTemplates(together.template, template(1, 0, 0, 0), scoring) > 0.9999);
    assert.deepEqual(combineReferences(engine, stranger, [stranger, best]), {
      template: stranger.template,
      combined: 1,
    });
    const without = { ...engine, combine: () => undefined };
    assert.deepEqual(combineReferences(without, best, [best, alike]), {
      template: best.template,
      combined: 1,
    });
  });

  it('are of length one in each part, and not made of templates with more than embeddings', () => {
    const parts = [
      { values: 2, share: 0.5 },
      { values: 2, share: 0.5 },
    ];
    const two = [new Float32Array([1, 0, 0, 1]), new Float32Array([0, 1, 0, 1])].map(
      ({ buffer }) => new Uint8Array(buffer),
    );
    const mean = new Float32Array(combineFaceTemplates(two, { ...scoring, parts })!.buffer);
    assert.deepEqual(
      [...mean].map((value) => value.toFixed(4)),
      ['0.7071', '0.7071', '0.0000', '1.0000'],
    );
    const opposite = [template(1, 0, 0, 0), template(-1, 0, 0, 0)];
    assert.equal(combineFaceTemplates(opposite, scoring), undefined);
    assert.throws(() => combineFaceTemplates([new Uint8Array(4)], scoring), TypeError);
  });
});

describeDatabases('an authentication against several reference photos', (kind) => {
  const faces = useFaces(kind);

  it('is decided by those that belong together, and a copy of one never passes', async () => {
    const base = createStandInEngine();
    base.seeCopies(true);
    const shown = new Map<string, Uint8Array>();
    const engine = createDirectionEngine(shown, base);
    const deps = { ...faces(), engine, maxReferences: 3 };
    const show = async (...direction: readonly number[]) => {
      const photo = await createDistinctPhoto();
      shown.set(photo.toString('base64'), template(...direction));
      return photo;
    };
    const cpf = generateCpf();
    const references = [await show(1, 0.9, 0, 0), await show(1, -0.9, 0, 0), await show(0, 0, 0, 1)];
    for (const bytes of references) await registerFace(deps, cpf, { kind: 'bytes', bytes }, { clientId });
    const authenticate = async (bytes: Uint8Array) => {
      const photo = { kind: 'bytes', bytes } as const;
      const request = { peopleId: cpf, photo, device: undefined, sourceIp: '::1', clientId };
      return (await authenticateFace(deps, request)).attempt;
    };
    // Two references at a cosine of 0.1 are not alike: each stands alone.
    const alone = await authenticate(await show(1, 0, 1.7, 0));
    assert.deepEqual([alone.decision.combinedReferences, alone.faceMatch.isFaceMatch], [1, false]);

    const [nearer, other] = [await show(1, 0.5, 0, 0), await show(1, -0.5, 0, 0)];
    const second = generateCpf();
    for (const bytes of [nearer, other, await show(0, 0, 0, 1)]) {
      await registerFace(deps, second, { kind: 'bytes', bytes }, { clientId });
    }
    const authenticateSecond = async (bytes: Uint8Array) => {
      const photo = { kind: 'bytes', bytes } as const;
      const request = { peopleId: second, photo, device: undefined, sourceIp: '::1', clientId };
      return (await authenticateFace(deps, request)).attempt;
    };
    // Under the threshold with either, above it with both together.
    const received = await show(1, 0, 1.65, 0);
    const { decision, faceMatch } = await authenticateSecond(received);
    assert.deepEqual([decision.references, decision.combinedReferences], [3, 2]);
    assert.ok(decision.score > threshold && faceMatch.isFaceMatch);
    assert.ok(
      scoreFaceTemplates(shown.get(nearer.toString('base64'))!, template(1, 0, 1.65, 0), scoring) < threshold,
    );

    const copied = await authenticateSecond(nearer);
    assert.equal(copied.decision.outcome, 'reference_replayed');
    assert.deepEqual([copied.decision.combinedReferences, copied.isMatch], [1, false]);
    // As an altered copy whose face has moved away from each reference alone.
    shown.set(nearer.toString('base64'), template(1, 0, 1.65, 0));
    assert.equal((await authenticateSecond(nearer)).decision.outcome, 'reference_replayed');
  });
});
