import { runOperatorTask } from '../../cli/run-operator-task.ts';
import type { FaceEngine, OpenEvaluationCohort } from '../../engine/index.ts';

/** The content of one request: under ten megabytes. */
const [mostTemplates, mostPairs] = [3_000, 100_000];

type Batch = { readonly images: string[]; readonly pairs: [number, number][]; readonly places: number[] };

/**
 * The registered people of the deployment, asked in the service that runs, or in the database. The service says what is
 * taken off each pair, and nothing of its people but how many they are. An evaluated person who is registered is left
 * out only by being as alike as a duplicate.
 */
export function deploymentCohort(engine: FaceEngine): OpenEvaluationCohort {
  return async ({ templates, pairs }) => {
    const penalties = new Map<string, number>();
    let [people, thresholdRaise] = [0, 0];
    const known = pairs.filter(({ imageA, imageB }) => templates.has(imageA) && templates.has(imageB));
    const { templateModel } = engine.describe();
    for (const { images, pairs: asked, places } of inBatches(known)) {
      const judged = await runOperatorTask('faces/judge-pairs', {
        templateModel,
        templates: images.map((image) => Buffer.from(templates.get(image) as Uint8Array).toString('base64')),
        pairs: asked,
      });
      people = judged.people;
      thresholdRaise = judged.thresholdRaise;
      for (const [index, place] of places.entries()) {
        const { imageA, imageB } = known[place] as (typeof known)[number];
        penalties.set(JSON.stringify([imageA, imageB]), judged.penalties[index] as number);
      }
    }
    return {
      kind: 'deployment',
      people,
      thresholdRaise,
      penaltyOf: (imageA, imageB) => penalties.get(JSON.stringify([imageA, imageB])) ?? 0,
    };
  };
}

function inBatches(pairs: readonly { readonly imageA: string; readonly imageB: string }[]): Batch[] {
  const batches: Batch[] = [];
  let numbers = new Map<string, number>();
  let batch: Batch | undefined;
  for (const [place, { imageA, imageB }] of pairs.entries()) {
    if (batch === undefined || numbers.size + 2 > mostTemplates || batch.pairs.length === mostPairs) {
      batch = { images: [], pairs: [], places: [] };
      numbers = new Map();
      batches.push(batch);
    }
    const { images } = batch;
    const numberOf = (image: string) => {
      const number = numbers.get(image) ?? images.push(image) - 1;
      numbers.set(image, number);
      return number;
    };
    batch.pairs.push([numberOf(imageA), numberOf(imageB)]);
    batch.places.push(place);
  }
  return batches;
}
