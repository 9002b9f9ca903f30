import {
  type FaceEngine,
  findCommonTemplates,
  findTemplate,
  type MadeFaceTemplate,
} from '../../engine/index.ts';
import type { Db } from '../../platform/db/types.ts';
import type { RecordCipher } from '../../platform/encryption/index.ts';
import { findFacesById } from '../faces-store.ts';
import type { CandidateIndex } from './candidate-index.ts';
import { idText } from './create-local-index.ts';

/** Somebody else whose registered face may be the same. */
export type PossibleDuplicate = {
  readonly personId: string;
  /** As between a photo and a registered one: 0.5 is the threshold of a match. */
  readonly similarity: number;
};

/**
 * `complete`: every face committed before the search was compared. `partial`: more looked alike than are compared
 * one by one. `incomplete`: some faces were not searched. `loading`: the index is still read from the database.
 * `failed`: it could not be asked.
 */
type DuplicateSearchStatus = 'complete' | 'partial' | 'incomplete' | 'loading' | 'failed';

/** The matches of a search, and whether all faces were searched. */
export type DuplicateOutcome = {
  readonly status: DuplicateSearchStatus;
  /** The most alike first; of each person the most similar photo. */
  readonly possibleDuplicates: readonly PossibleDuplicate[];
};

/** Finds faces that are registered for other people too. */
export type DuplicateSearch = Pick<CandidateIndex, 'start' | 'loaded' | 'close'> & {
  /** The models that templates of registered faces have and that can be compared. */
  templateModels(): readonly string[];
  /**
   * Faces of other people that may be the one of the templates. Faces of a model without a template make the answer
   * `incomplete`, unless the model is one of `without`. Never rejects.
   */
  search(
    personId: string,
    templates: readonly MadeFaceTemplate[],
    options?: { readonly without?: readonly string[] },
  ): Promise<DuplicateOutcome>;
};

export type DuplicateSearchOptions = {
  readonly db: Db;
  readonly cipher: RecordCipher;
  readonly engine: FaceEngine;
  readonly index: CandidateIndex;
  /** Similarity from which two registered faces may be one person's, 0 to 1. */
  readonly minSimilarity: number;
  readonly onError?: (error: unknown) => void;
};

/** Candidates read at a time. */
const pageSize = 50;
/** Candidates of each model that are compared one by one, and duplicates that are named. */
const mostCandidates = 1_000;
const mostDuplicates = 20;

/**
 * Searches the registered faces for others that may be the same person's. An index names the candidates; each of them is
 * compared exactly, by its template in the database.
 */
export function createDuplicateSearch(options: DuplicateSearchOptions): DuplicateSearch {
  const { db, cipher, engine, index, minSimilarity, onError = () => {} } = options;

  async function searchAll(
    personId: string,
    templates: readonly MadeFaceTemplate[],
    without: readonly string[],
  ): Promise<DuplicateOutcome> {
    const models = engine.templateModels();
    const queries = models.flatMap((templateModel) => {
      const template = findTemplate(templates, templateModel);
      if (template === undefined) return [];
      const minScore = engine.scoreAt(minSimilarity, templateModel);
      return [{ ...engine.searchVector(template, templateModel), templateModel, minScore }];
    });
    const found = await index.search(queries, mostCandidates);
    if (found === 'loading') return { status: 'loading', possibleDuplicates: [] };
    if (found === 'missing') return { status: 'incomplete', possibleDuplicates: [] };
    const best = new Map<string, number>();
    const ids = found.candidates.map(({ id }) => idText(id));
    for (let from = 0; from < ids.length; from += pageSize) {
      for (const face of await findFacesById(db, cipher, ids.slice(from, from + pageSize))) {
        const common = findCommonTemplates(models, templates, [face]);
        if (common === undefined || face.personId === personId) continue;
        const { similarity } = engine.compare(common.second, common.first, common.templateModel);
        if (similarity >= minSimilarity) {
          best.set(face.personId, Math.max(similarity, best.get(face.personId) ?? 0));
        }
      }
    }
    const possibleDuplicates = [...best]
      .map(([person, similarity]) => ({ personId: person, similarity }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, mostDuplicates);
    const searched = new Set([...queries.map(({ templateModel }) => templateModel), ...without]);
    const isMissing = !found.models.every((model) => searched.has(model));
    const status = isMissing ? 'incomplete' : found.isComplete ? 'complete' : 'partial';
    return { status, possibleDuplicates };
  }

  return {
    start: () => index.start(),
    loaded: () => index.loaded(),
    close: () => index.close(),
    templateModels: () => index.models(),
    async search(personId, templates, { without = [] } = {}) {
      try {
        return await searchAll(personId, templates, without);
      } catch (error) {
        onError(error);
        return { status: 'failed', possibleDuplicates: [] };
      }
    },
  };
}
