import type { SuggestionRow } from './suggestion.entity.ts';

type Named = Pick<SuggestionRow, 'id' | 'title'>;
type Sourced = Named & Pick<SuggestionRow, 'sourceName' | 'sourceUrl' | 'departmentId'>;

/** Subject of a suggestion in the audit log. */
export const suggestionSubject = ({ id, title }: Named) => ({ kind: 'suggestion', id, name: title });

/** Common fields of a suggestion's outgoing events. */
export const outgoingSuggestion = ({ id, title, sourceName, sourceUrl, departmentId }: Sourced) => ({
  suggestion_id: id,
  title,
  source_name: sourceName,
  source_url: sourceUrl ?? null,
  department_id: departmentId ?? null,
});
