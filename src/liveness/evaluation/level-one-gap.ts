import type { SequenceEvaluation } from './evaluate-sequences.ts';

/** Level 1 of iBeta's tests: six species of attacks, 150 tries each, of which none may pass. */
export const levelOne = { species: 6, triesOfEach: 150 } as const;

/** The gap to level 1; the published conditions hold more than these counts. */
export type LevelOneGap = {
  readonly missingTries: number;
  readonly missingSpecies: number;
  /** Species of which a try passed: the level cannot be had with them. */
  readonly failedSpecies: readonly string[];
};

/** The tries that are missing in the species that were tried, and in those that were not. */
export function findLevelOneGap({ species }: Pick<SequenceEvaluation, 'species'>): LevelOneGap {
  const missingSpecies = Math.max(0, levelOne.species - species.length);
  const fullest = species
    .map(({ sequences }) => Math.min(levelOne.triesOfEach, sequences))
    .sort((a, b) => b - a)
    .slice(0, levelOne.species);
  const done = fullest.reduce((sum, tries) => sum + tries, 0);
  return {
    missingTries: levelOne.species * levelOne.triesOfEach - done,
    missingSpecies,
    failedSpecies: species.filter(({ passed }) => passed > 0).map(({ name }) => name),
  };
}
