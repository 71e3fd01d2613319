import { defineEntity, p } from '@mikro-orm/core';
import type { AiFeature } from '@training/shared/ai-features';
import type { ItemOutcome } from '@training/shared/ai-usage';
import type { Level } from '@training/shared/generated-items';
import type { Provider } from '@training/shared/provider-keys';

/** How a card or question that a model made came to be, and what became of it. */
export const GeneratedItemEntity = defineEntity({
  name: 'GeneratedItem',
  tableName: 'generated_items',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    itemId: p.uuid().primary(),
    feature: p.text().$type<AiFeature>(),
    provider: p.text().$type<Provider>(),
    model: p.text(),
    /** The version of the instructions. */
    prompt: p.text(),
    madeAt: p.datetime(3),
    /** SHA-256 of what it said. */
    wordsHash: p.blob(),
    /** What it asks of somebody. */
    level: p.text().$type<Level>().nullable(),
    /** When it came into the section; null while it is only proposed. */
    enteredAt: p.datetime(3).nullable(),
    /** What it had become when the module was published for the first time after that. */
    outcome: p.text().$type<ItemOutcome>().nullable(),
    settledAt: p.datetime(3).nullable(),
  },
});
