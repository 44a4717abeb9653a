/** Below 10^6 guesses: the first that anybody tries, with the usual letters swapped. */
const GUESSABLE_SCORE = 1;

/** Longer ones only cost time: what stands in front decides. */
const LONGEST_LOOK = 40;

type Strength = { check(password: string, userInputs: string[]): { readonly score: number } };

let estimator: Promise<Strength> | undefined;

/**
 * Whether a password is among the first that somebody else would try: common ones, keyboard rows, dates, repetitions, and
 * what is known of the person.
 *
 * @param known words that belong to the person or the site, such as the user name
 */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(password.slice(0, LONGEST_LOOK), [...known]);
  return score <= GUESSABLE_SCORE;
}

/** A megabyte of words that only whoever registers needs. */
async function loadEstimator(): Promise<Strength> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
