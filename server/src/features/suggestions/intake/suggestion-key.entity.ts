import { defineEntity, p } from '@mikro-orm/core';

/** What the words of a suggestion come to, by which near duplicates of it are found. */
export const SuggestionKeyEntity = defineEntity({
  name: 'SuggestionKey',
  tableName: 'suggestion_keys',
  properties: {
    workspaceId: p.uuid().primary(),
    key: p.bigint('string').primary(),
    sourceKey: p.text().primary(),
    suggestionId: p.uuid(),
  },
});
