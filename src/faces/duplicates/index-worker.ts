import { parentPort } from 'node:worker_threads';
import type { SearchVector } from '../../engine/index.ts';
import { FaceTemplateIndex } from './face-template-index.ts';

/** A face as it stands now: with a template, or without one when it is gone or cannot be compared. */
export type IndexedFace = {
  /** The 16 bytes of its id. */
  readonly id: Uint8Array;
  readonly template?: SearchVector & { readonly templateModel: string };
};

export type IndexQuery = SearchVector & { readonly templateModel: string; readonly minScore: number };

export type IndexCandidate = {
  readonly id: Uint8Array;
  readonly templateModel: string;
  /** The score that it may have at most. */
  readonly upperBound: number;
};

export type IndexRequest =
  | { readonly kind: 'put'; readonly faces: readonly IndexedFace[] }
  | { readonly kind: 'search'; readonly queries: readonly IndexQuery[]; readonly limit: number };

export type IndexAnswer = {
  /** The number of templates of each model. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly candidates: readonly IndexCandidate[];
  /** False when there were more than the limit. */
  readonly isComplete: boolean;
};

const indexes = new Map<string, FaceTemplateIndex>();

function put({ id, template }: IndexedFace): void {
  for (const [model, index] of indexes) if (model !== template?.templateModel) index.remove(id);
  if (template === undefined) return;
  let index = indexes.get(template.templateModel);
  if (index === undefined) {
    index = new FaceTemplateIndex(template.values.length);
    indexes.set(template.templateModel, index);
  }
  index.put(id, template);
}

function answer(request: IndexRequest): IndexAnswer {
  let candidates: IndexCandidate[] = [];
  let isComplete = true;
  if (request.kind === 'put') request.faces.forEach(put);
  else {
    for (const { templateModel, minScore, ...vector } of request.queries) {
      const found = indexes.get(templateModel)?.search(vector, minScore) ?? [];
      if (found.length > request.limit) isComplete = false;
      candidates = candidates.concat(found.slice(0, request.limit).map((one) => ({ ...one, templateModel })));
    }
  }
  for (const [model, index] of indexes) if (index.size === 0) indexes.delete(model);
  const sizes = Object.fromEntries([...indexes].map(([model, index]) => [model, index.size]));
  return { sizes, candidates, isComplete };
}

parentPort?.on('message', ({ number, request }: { number: number; request: IndexRequest }) => {
  try {
    parentPort?.postMessage({ number, answer: answer(request) });
  } catch (error) {
    // A query of another length, for one: the index stays as it is.
    parentPort?.postMessage({ number, fault: String(error) });
  }
});
