/**
 * The sum of each character's value times its weight. A character's value is its ASCII code minus 48, so that
 * digits count as themselves and letters from A = 17 (Instrução Normativa RFB 2.229/2024, annex XV).
 */
export function weightedSum(characters: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += (characters.charCodeAt(index) - 48) * weights[index]!;
  }
  return sum;
}

/** A number from 0 up to but not including `limit`, for making documents. */
export type RandomInteger = (limit: number) => number;

export const randomInteger: RandomInteger = (limit) => Math.floor(Math.random() * limit);
