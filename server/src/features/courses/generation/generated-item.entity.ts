import { defineEntity, p } from '@mikro-orm/core';
import type { AiFeature } from '@training/shared/ai/ai-features';
import type { GeneratedItemOutcome } from '@training/shared/ai-usage/ai-usage';
import type { ItemSkillLevel } from '@training/shared/ai/generated-items';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';

/** Origin and outcome of a generated card or question. */
export const GeneratedItemOriginAndOutcomeEntity = defineEntity({
  name: 'GeneratedItem',
  tableName: 'generated_items',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    itemId: p.uuid().primary(),
    feature: p.text().$type<AiFeature>(),
    provider: p.text().$type<AiProvider>(),
    model: p.text(),
    /** Version of the prompt. */
    prompt: p.text(),
    /** Model of the second look; null if there was none, or before it was recorded. */
    checkedProvider: p.text().$type<AiProvider>().nullable(),
    checkedModel: p.text().nullable(),
    madeAt: p.datetime(3),
    /** SHA-256 of the generated words. */
    wordsHash: p.blob(),
    /** Level of difficulty. */
    level: p.text().$type<ItemSkillLevel>().nullable(),
    /** True if a check flagged it; null before that was recorded. */
    flagged: p.boolean().nullable(),
    /** Time when it was added to the section; null while it is only a proposal. */
    enteredAt: p.datetime(3).nullable(),
    /** Outcome at the first publication after that. */
    outcome: p.text().$type<GeneratedItemOutcome>().nullable(),
    settledAt: p.datetime(3).nullable(),
  },
});
