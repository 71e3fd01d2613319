import type { GenerationDifficulty, ItemSkillLevel } from '@training/shared/ai/generated-items';

/** Number of items per level, out of ten. */
const MIX: Record<GenerationDifficulty, Record<ItemSkillLevel, number>> = {
  basic: { recall: 7, apply: 2, decide: 1 },
  standard: { recall: 4, apply: 4, decide: 2 },
  advanced: { recall: 2, apply: 4, decide: 4 },
};

/** Start of the rule that asks for one level; it doesn't affect the prompt version. */
export const SINGLE_LEVEL_RULE_START = 'Make all of the level ';

/** Rules for the prompt: the levels, and the mix or the single level wanted. */
export function buildLevelPromptRules(difficulty: GenerationDifficulty, level?: ItemSkillLevel): string[] {
  const { recall, apply, decide } = MIX[difficulty];
  return [
    '"level" is "recall" for what somebody must simply know, "apply" where a rule is used in an ordinary case, "decide" where somebody ' +
      `must choose between courses of action in a situation. Of ten have about ${recall} recall, ${apply} apply and ${decide} decide, as far as the source allows; ` +
      'never invent what it lacks to reach a level.',
    ...(level === undefined ? [] : [`${SINGLE_LEVEL_RULE_START}"${level}", whatever the mix above says.`]),
  ];
}
