/** Points that a model and a person gave to one answer, 0 to 1. */
export type Pair = { model: number; person: number };

/**
 * Cohen's kappa, weighted by the squared difference of points, as 1 − (mean difference) ÷ (mean difference of each
 * grade of the model with each of the people). Null for fewer than two pairs, or if all points are the same.
 */
export function weightedKappa(pairs: readonly Pair[]): number | null {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  if (pairs.length < 2) return null;
  const byChance =
    mean(({ model }) => model ** 2) +
    mean(({ person }) => person ** 2) -
    2 * mean(({ model }) => model) * mean(({ person }) => person);
  if (byChance < 1e-9) return null;
  return Math.round((1 - mean(({ model, person }) => (model - person) ** 2) / byChance) * 1_000) / 1_000;
}

export function agreementOf(pairs: readonly Pair[]) {
  const agreed = pairs.filter(({ model, person }) => model === person).length;
  return { checked: pairs.length, agreed, kappa: weightedKappa(pairs) };
}
