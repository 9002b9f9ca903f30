import type { PackagedModel } from '../packaged-models.ts';
import { convertGraphModel, type GraphModelNode } from './convert-graph-model.ts';
import { decodeWeights, type WeightEntry } from './decode-weights.ts';

type WeightGroup = { readonly weights: readonly WeightEntry[] };

type GraphModelFile = {
  readonly modelTopology: { readonly node: readonly GraphModelNode[] };
  readonly weightsManifest: readonly WeightGroup[];
};

/** The ONNX file of a packaged network, from the contents of its two source files. */
export function convertPackagedModel(
  model: PackagedModel,
  manifest: Uint8Array,
  weights: Uint8Array,
): Uint8Array {
  const parsed: unknown = JSON.parse(Buffer.from(manifest).toString('utf8'));
  const { modelTopology, weightsManifest } = parsed as GraphModelFile;
  const decoded = decodeWeights(entriesOf(weightsManifest), weights);
  return convertGraphModel(model.name, modelTopology.node, decoded, model.outputs, model.pictureSize);
}

function entriesOf(groups: readonly WeightGroup[]): WeightEntry[] {
  return groups.flatMap((group) => group.weights);
}
