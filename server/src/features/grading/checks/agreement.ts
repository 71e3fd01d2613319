/** Points that a model and a person gave to one answer, 0 to 1. */
export type Pair = { model: number; person: number };

/** Sums over pairs of points in ten-thousandths, as they are stored; whole numbers below 2^53. */
export type PairSums = {
  pairs: number;
  model: number;
  person: number;
  modelSquares: number;
  personSquares: number;
  products: number;
};

/**
 * Cohen's kappa, weighted by the squared difference of points, as 1 − (mean difference) ÷ (mean difference of each
 * grade of the model with each of the people), to three decimals. Null for fewer than two pairs, or if all points are
 * the same. Computed in whole numbers, so that other programs get the same result.
 */
export function kappaOf(sums: PairSums): number | null {
  if (sums.pairs < 2) return null;
  const [pairs, model, person] = [BigInt(sums.pairs), BigInt(sums.model), BigInt(sums.person)];
  const squares = BigInt(sums.modelSquares) + BigInt(sums.personSquares);
  const byChance = pairs * squares - 2n * model * person;
  if (byChance === 0n) return null;
  const differs = pairs * (squares - 2n * BigInt(sums.products));
  return Number(roundedDown(2_000n * (byChance - differs) + byChance, 2n * byChance)) / 1_000;
}

/** The quotient, rounded towards minus infinity; `BigInt` rounds towards zero. */
function roundedDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}

/** Returns `kappaOf` of these pairs. */
export function weightedKappa(pairs: readonly Pair[]): number | null {
  const whole = pairs.map(({ model, person }) => [Math.round(model * 10_000), Math.round(person * 10_000)] as const);
  const sum = (of: (model: number, person: number) => number) =>
    whole.reduce((all, [model, person]) => all + of(model, person), 0);
  return kappaOf({
    pairs: pairs.length,
    model: sum((model) => model),
    person: sum((_, person) => person),
    modelSquares: sum((model) => model ** 2),
    personSquares: sum((_, person) => person ** 2),
    products: sum((model, person) => model * person),
  });
}

export function agreementOf(pairs: readonly Pair[]) {
  const agreed = pairs.filter(({ model, person }) => model === person).length;
  return { checked: pairs.length, agreed, kappa: weightedKappa(pairs) };
}
