/** Characters that are looked at: the time grows with the square of them, and as many are enough for any sentence. */
const looked = 72;
/** The most of the scale of zxcvbn, 0 to 4: more than 10^10 guesses. */
const leastScore = 4;

type Estimator = { check(password: string, words: readonly string[]): { readonly score: number } };

let loading: Promise<Estimator> | undefined;

/** Two megabytes of words, loaded with the first password that somebody chooses. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return { check: (password, words) => estimator.check(password, [...words]) };
}

/**
 * True for a password that is found within 10^10 guesses: common passwords, words and names of Brazil, keys in a row,
 * dates, repetitions, and what is made of the person's own words. Estimated by zxcvbn (Wheeler, USENIX Security 2016).
 * Takes up to half a second. NOT checked: lists of leaked passwords, and what stands behind the 72nd character.
 */
export async function isEasyPassword(password: string, ownWords: readonly string[]): Promise<boolean> {
  loading ??= loadEstimator();
  const { score } = (await loading).check(password.slice(0, looked), [...ownWords, 'confere']);
  return score < leastScore;
}
