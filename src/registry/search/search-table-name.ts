/** The name of what a generation is searched by. Made of a number and words of ours, so it needs no quoting. */
export function searchTableName(generation: number): string {
  return `registry_g${Math.trunc(generation)}_search`;
}
