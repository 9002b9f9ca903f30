import type { EngineDescription, ModelDescription } from '../face-engine.ts';
import type { EnginePacks } from './engine-packs.ts';
import type { LivenessPack } from './find-liveness-pack.ts';
import { listPackagedModels } from './packaged-models.ts';
import type { Recognition } from './recognition.ts';

/**
 * Least probability that counts as live, by pack: what docs/reference/liveness.md reports error rates for. That of
 * the default engine lets nearly every bona fide photo pass.
 */
export const livenessThresholds = { minifasnet: 0.3, packaged: 0.5 } as const satisfies Record<
  LivenessPack['kind'],
  number
>;

const miniFasNet: readonly ModelDescription[] = ['MiniFASNetV2', 'MiniFASNetV1SE'].map((name) => ({
  role: 'liveness',
  name,
  version: 'silent-face-anti-spoofing',
  licence: 'Apache-2.0',
}));

/** The default engine: no network, but a model learnt for this service (`src/faces/engine/liveness`). */
const recaptureCues: ModelDescription = {
  role: 'liveness',
  name: 'recapture-cues',
  version: '1',
  licence: 'Apache-2.0',
};

/** The description of an engine with those packs, as it decides on templates of one recognition model. */
export function describeEngine(
  pack: LivenessPack,
  packs: EnginePacks,
  recognition: Recognition,
  settings: Pick<EngineDescription, 'falseMatchRate'> & { readonly livenessThreshold: number | undefined },
): EngineDescription {
  const packaged = listPackagedModels()
    .filter(({ pictureSize }) => pictureSize === undefined)
    .map(({ role, name, version, licence }) => ({ role, name, version, licence }));
  const packagedOf = (role: ModelDescription['role']) => packaged.filter((model) => model.role === role);
  const { threshold, ...liveness } = describeLiveness(pack, packs);
  return {
    templateModel: recognition.templateModel,
    models: [
      ...(packs.detector === undefined ? packagedOf('detector') : [packs.detector.description]),
      ...packagedOf('landmarks'),
      ...recognition.models,
      ...liveness.models,
    ],
    falseMatchRate: settings.falseMatchRate,
    scoreThreshold: recognition.scoreThreshold,
    livenessThreshold: settings.livenessThreshold ?? threshold,
    livenessEngine: liveness.engine,
    livenessIsReliable: liveness.isReliable,
  };
}

function describeLiveness(
  pack: LivenessPack,
  { liveness }: EnginePacks,
): { engine: string; models: readonly ModelDescription[]; threshold: number; isReliable: boolean } {
  if (liveness !== undefined) {
    const { engine, descriptions: models, threshold } = liveness;
    return { engine, models, threshold, isReliable: true };
  }
  const threshold = livenessThresholds[pack.kind];
  return pack.kind === 'minifasnet'
    ? { engine: 'minifasnet@1', models: miniFasNet, threshold, isReliable: true }
    : { engine: 'recapture-cues@1', models: [recaptureCues], threshold, isReliable: false };
}
