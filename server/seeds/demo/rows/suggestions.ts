import {
  pageKeyOf,
  sourceKeyOf,
  hashNormalizedText,
  deriveTitleFromContent,
} from '../../../src/features/suggestions/intake/normalise-text.ts';
import type { SuggestionToInsert } from '../../../src/features/suggestions/suggestion.entity.ts';
import { suggestions as suggestionData } from '../suggestions.ts';
import { after, before, idAt } from './moments.ts';
import type { DepartmentIds } from './people.ts';
import { DISMISSED_AFTER } from './timeline.ts';

/** Oldest first. */
export function suggestionRows(
  workspaceId: string,
  departmentIds: DepartmentIds,
  dismissedBy: string,
  now: Date,
): SuggestionToInsert[] {
  return suggestionData.toReversed().map((suggestion) => {
    const { content, sourceName, sourceUrl, department, dismissed } = suggestion;
    const sourceKey = sourceKeyOf(sourceName);
    const createdAt = before(now, suggestion.daysAgo + 0.3);
    return {
      workspaceId,
      id: idAt(createdAt),
      status: dismissed ? 'dismissed' : 'pending',
      title: suggestion.title ?? deriveTitleFromContent(content),
      content,
      textHash: hashNormalizedText(content),
      sourceName,
      sourceKey,
      document: pageKeyOf(sourceKey, sourceUrl ?? null),
      sourceUrl: sourceUrl ?? null,
      departmentId: department ? departmentIds[department] : null,
      duplicateOf: null,
      createdAt,
      dismissedAt: dismissed ? after(createdAt, DISMISSED_AFTER) : null,
      dismissedByName: dismissed ? dismissedBy : null,
      dismissReason: dismissed?.reason ?? null,
    };
  });
}
