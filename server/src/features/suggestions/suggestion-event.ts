import type { SuggestionRow } from './suggestion.entity.ts';

type Named = Pick<SuggestionRow, 'id' | 'title'>;
type Sourced = Named & Pick<SuggestionRow, 'sourceName' | 'sourceUrl' | 'departmentId'>;

/** What the audit log calls a suggestion. */
export const suggestionSubject = ({ id, title }: Named) => ({ kind: 'suggestion', id, name: title });

/** What other systems are told of a suggestion, whatever has become of it. */
export const outgoingSuggestion = ({ id, title, sourceName, sourceUrl, departmentId }: Sourced) => ({
  suggestion_id: id,
  title,
  source_name: sourceName,
  source_url: sourceUrl ?? null,
  department_id: departmentId ?? null,
});
