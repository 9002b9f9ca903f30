import type { EngineDescription, ModelDescription } from '../face-engine.ts';
import { templateModel } from './compare-templates.ts';
import type { LivenessPack } from './find-liveness-pack.ts';
import { listPackagedModels } from './packaged-models.ts';

/**
 * Least probability that counts as live, by pack. The packaged networks do not separate live from spoofed
 * photos: theirs only lets nearly every genuine photo pass.
 */
export const livenessThresholds = { minifasnet: 0.5, packaged: 0.45 } as const satisfies Record<
  LivenessPack['kind'],
  number
>;

const miniFasNet: readonly ModelDescription[] = ['MiniFASNetV2', 'MiniFASNetV1SE'].map((name) => ({
  role: 'liveness',
  name,
  version: 'silent-face-anti-spoofing',
  licence: 'Apache-2.0',
}));

/** The description of an engine with that liveness pack and those thresholds. */
export function describeEngine(
  pack: LivenessPack,
  thresholds: Pick<EngineDescription, 'falseMatchRate' | 'scoreThreshold' | 'livenessThreshold'>,
): EngineDescription {
  const packaged = listPackagedModels().map(({ role, name, version, licence }) => ({
    role,
    name,
    version,
    licence,
  }));
  const liveness =
    pack.kind === 'minifasnet' ? miniFasNet : packaged.filter(({ role }) => role === 'liveness');
  return {
    templateModel,
    models: [...packaged.filter(({ role }) => role !== 'liveness'), ...liveness],
    ...thresholds,
    livenessEngine: pack.kind === 'minifasnet' ? 'minifasnet@1' : 'human-antispoof-liveness@1',
    livenessIsReliable: pack.kind === 'minifasnet',
  };
}
