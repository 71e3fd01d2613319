import type { Difficulty, Level } from '@training/shared/generated-items';

/** Of ten items, how many of each level. */
const MIX: Record<Difficulty, Record<Level, number>> = {
  basic: { recall: 7, apply: 2, decide: 1 },
  standard: { recall: 4, apply: 4, decide: 2 },
  advanced: { recall: 2, apply: 4, decide: 4 },
};

/** How the rule begins that asks for one level, which is no other version of what is asked. */
export const OF_ONE_LEVEL = 'Make all of the level ';

/** How a model is told about levels, and which mix is wanted, or the one level that all is to have. */
export function levelRules(difficulty: Difficulty, level?: Level): string[] {
  const { recall, apply, decide } = MIX[difficulty];
  return [
    '"level" is "recall" for what somebody must simply know, "apply" where a rule is used in an ordinary case, "decide" where somebody ' +
      `must choose between courses of action in a situation. Of ten have about ${recall} recall, ${apply} apply and ${decide} decide, as far as the source allows; ` +
      'never invent what it lacks to reach a level.',
    ...(level === undefined ? [] : [`${OF_ONE_LEVEL}"${level}", whatever the mix above says.`]),
  ];
}
