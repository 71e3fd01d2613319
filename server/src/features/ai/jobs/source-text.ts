/**
 * The text that a job was made of, where it was read from a document: by the job itself, or by another of the same
 * person. Null where it was typed in, for that is not kept.
 */
export const KEPT_SOURCE = `coalesce(j.source_text, (
  select coalesce(d.source_text, d.result ->> 'text') from ai_jobs d
  where d.workspace_id = :workspaceId and d.created_by = j.created_by and d.source_hash = j.source_hash
    and d.state = 'succeeded' and (d.feature = 'document_extraction' or d.source_text is not null)
  limit 1))` as const;
