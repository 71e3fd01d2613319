import { createHash } from 'node:crypto';

/** SHA-256 that identifies a job's source although the text isn't kept; computed as by PostgreSQL's `sha256`. */
export function hashSourceText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * SQL expression for the source text of a job, if it was read from a document by this job or by another job of the same
 * person. Null if the text was typed in, because that isn't kept.
 */
export const SOURCE_TEXT_SQL = `coalesce(j.source_text, (
  select coalesce(d.source_text, d.result ->> 'text') from ai_jobs d
  where d.workspace_id = :workspaceId and d.created_by = j.created_by and d.source_hash = j.source_hash
    and d.state = 'succeeded' and (d.feature = 'document_extraction' or d.source_text is not null)
  limit 1))` as const;
