import { defineEntity, p } from '@mikro-orm/core';

/** A hash of a suggestion's words, used to find near duplicates. */
export const SuggestionNearDuplicateHashEntity = defineEntity({
  name: 'SuggestionKey',
  tableName: 'suggestion_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    key: p.bigint('string').primary(),
    sourceKey: p.text().primary(),
    suggestionId: p.uuid(),
  },
});
