/** Words of names come again and again. */
const mostWords = 200_000;

/** A function of words that works once for each word: what it gave is kept for the next time. */
export function remember<Result extends object | string>(read: (word: string) => Result) {
  const kept = new Map<string, Result>();
  return (word: string): Result => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const found = read(word);
    if (kept.size >= mostWords) kept.clear();
    kept.set(word, found);
    return found;
  };
}
