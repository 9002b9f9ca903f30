import type { EnginePacks } from './engine-packs.ts';
import type { EngineDescription, ModelDescription } from './face-engine.ts';
import { chooseLiveness, miniFasNetEngine } from './liveness/open-assessor.ts';
import { getPackagedNetwork } from './packaged-networks.ts';
import type { LivenessPack } from './packs/find-liveness-pack.ts';
import type { Recognition } from './recognition.ts';

/**
 * Least probability that counts as live, by the default network, by MiniFASNet and by both: the highest tenth at which 5 %
 * at most of genuine photos are refused, also once cut, resized and recompressed. docs/reference/liveness.md has all rates.
 */
const livenessThreshold = 0.3;

const packageEngine = 'fr-liveness@2';

const miniFasNet: readonly ModelDescription[] = ['MiniFASNetV2', 'MiniFASNetV1SE'].map((name) => ({
  role: 'liveness',
  name,
  version: 'silent-face-anti-spoofing',
  licence: 'Apache-2.0',
}));

/**
 * The description of an engine with those packs, as it decides on templates of one recognition model. See
 * docs/decisions/0028.
 */
export function describeEngine(
  pack: LivenessPack,
  packs: EnginePacks,
  recognition: Recognition,
  settings: Pick<EngineDescription, 'falseMatchRate'> & { readonly livenessThreshold: number | undefined },
): EngineDescription {
  const { threshold, ...liveness } = describeLiveness(pack, packs);
  return {
    templateModel: recognition.templateModel,
    models: [
      packs.detector?.description ?? getPackagedNetwork('detector').description,
      getPackagedNetwork('landmarks').description,
      ...recognition.models,
      ...liveness.models,
    ],
    falseMatchRate: settings.falseMatchRate,
    scoreThreshold: recognition.scoreThreshold,
    restsOn: recognition.restsOn,
    livenessThreshold: settings.livenessThreshold ?? threshold,
    livenessEngine: liveness.engine,
  };
}

function describeLiveness(
  found: LivenessPack,
  packs: EnginePacks,
): { engine: string; models: readonly ModelDescription[]; threshold: number } {
  const { usesPackage, usesPack } = chooseLiveness(found, packs);
  const { liveness } = packs;
  const ofPackage = usesPackage ? [getPackagedNetwork('liveness').description] : [];
  if (!usesPack) {
    return { engine: packageEngine, models: ofPackage, threshold: livenessThreshold };
  }
  const engine = liveness?.engine ?? miniFasNetEngine;
  const models = [...ofPackage, ...(liveness?.descriptions ?? miniFasNet)];
  if (usesPackage) {
    return {
      engine: `${packageEngine}+${engine}`,
      models,
      threshold: livenessThreshold,
    };
  }
  return { engine, models, threshold: liveness?.threshold ?? livenessThreshold };
}
