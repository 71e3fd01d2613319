import type { CreateIntake, SuggestionScan } from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { defineStatement, JsonRow, type Runner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { eventParameters, RECORDED_AND_TOLD, type Cause } from '../../events/record-event.ts';
import { areNearDuplicates, textFingerprint } from './near-duplicates.ts';
import { documentOf, sourceKeyOf, textHash, titleFromContent } from './normalise-text.ts';
import { resubmitSuggestion } from './resubmit.ts';
import { supersede } from './supersede.ts';
import { SUGGESTION_ANSWER } from './suggestion-answer.ts';
import { locksOf, CLAIM_TURNS } from './serialize-by-key.ts';
import type { SuggestionStatus } from '@training/shared/statuses';

/**
 * Inserts the suggestion with its search keys, and finds similar ones. A key yields at most 16 suggestions of other
 * sources, and at most four in total are compared word by word, so the cost stays constant in a queue of a million.
 */
export const INSERT_SUGGESTION = defineStatement({
  name: 'insert-suggestion',
  scope: 'tenant',
  row: JsonRow.extend({
    alike: z.array(z.strictObject({ id: z.string(), content: z.string() })).nullable(),
    earlier: z.array(z.string()).nullable(),
  }),
  sql: `
with alike as materialized (
  select found.suggestion_id as id, bool_or(k.key = :same::bigint) as same, count(*) as shared
  from unnest(:keys::bigint[]) as k (key)
  cross join lateral (
    select suggestion_id from suggestion_keys
    where workspace_id = :workspaceId and key = k.key and source_key <> :sourceKey limit 16) found
  group by 1 order by 2 desc, 3 desc, 1 limit 4
), written as (
  insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, source_url,
    document, department_id, drive_file_id, scan, created_at, duplicate_of)
  values (:workspaceId, :id, 'pending', :title, :content, :textHash, :sourceName, :sourceKey, :sourceUrl,
    :document, :departmentId, :driveFileId, :scan::jsonb, :now, (select id from alike where same order by id limit 1))
  on conflict (workspace_id, text_hash, source_key) do nothing
  returning *
), found_by as (
  insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
  select :workspaceId, k.key, :sourceKey, written.id from written, unnest(:keys::bigint[]) as k (key) order by k.key
  on conflict do nothing
), ${RECORDED_AND_TOLD}
select ${SUGGESTION_ANSWER},
  case when duplicate_of is null then (
    select json_agg(json_build_object('id', s.id, 'content', s.content) order by s.id)
    from alike join suggestions s on s.workspace_id = :workspaceId and s.id = alike.id) end as alike,
  (select array_agg(s.id::text) from suggestions s
   where s.workspace_id = :workspaceId and s.document = :document and s.status = 'pending'
     and s.department_id is not distinct from :departmentId) as earlier
from written`,
});

const MARK_DUPLICATE = defineStatement({
  name: 'mark-duplicate',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
update suggestions set duplicate_of = :duplicateOf where workspace_id = :workspaceId and id = :id returning ${SUGGESTION_ANSWER}`,
});

/** What is put into the queue: pushed by another system, or read of a drive. */
export type SuggestionToEnqueue = CreateIntake & {
  /** The file of a drive that it is the text of. */
  driveFileId?: string;
  /** Findings about the text. */
  scan?: SuggestionScan;
};

/** The suggestion now in the queue: a new one, or an existing one with this text. */
export type Queued = { id: string; status: SuggestionStatus; isNew: boolean; json: string };

/**
 * Puts content into the Recommended queue (rules/suggestions 2) as a draft suggestion, never a module. An existing text
 * from the same source is handled by `resubmitSuggestion`. A newer text of a page supersedes the pending one in the
 * same
 * department, and a near duplicate from another source is marked (rules/suggestions 5 and 6). The caller has checked
 * that the department exists.
 */
export async function enqueueSuggestion(transaction: Runner, ctx: Cause, entry: SuggestionToEnqueue): Promise<Queued> {
  const { locks, values } = queueParameters(ctx, entry);
  const [, written] = await Promise.all([
    CLAIM_TURNS.run(transaction, { locks }),
    INSERT_SUGGESTION.first(transaction, values),
  ]);
  if (!written) return { ...(await resubmitSuggestion(transaction, ctx, values)), isNew: false };
  const { workspaceId, id } = values;
  if (written.earlier) await supersede(transaction, ctx, written.earlier, id);
  const near = written.alike?.find(({ content }) => areNearDuplicates(content, entry.content));
  const { json } = near ? await MARK_DUPLICATE.one(transaction, { workspaceId, id, duplicateOf: near.id }) : written;
  return { id, status: 'pending', isNew: true, json };
}

/** What the statements take. */
export function queueParameters(ctx: Cause, entry: SuggestionToEnqueue) {
  const { content, source_name, source_url = null, department_id = null, driveFileId = null, scan } = entry;
  const id = newId();
  const title = entry.title ?? titleFromContent(content);
  const sourceKey = sourceKeyOf(source_name);
  const document = documentOf(sourceKey, source_url);
  const { same, keys } = textFingerprint(content);
  const event = eventParameters(ctx, {
    action: 'suggestion.created',
    subject: { kind: 'suggestion', id, name: title },
    changes: { source_name },
    outgoing: { suggestion_id: id, title, source_name, source_url, department_id },
  });
  return {
    locks: locksOf(ctx.workspace.id, [same, document]),
    values: {
      ...event,
      id,
      title,
      content,
      textHash: textHash(content),
      sourceName: source_name,
      sourceKey,
      sourceUrl: source_url,
      document: document === null ? null : String(document),
      departmentId: department_id,
      driveFileId,
      scan: scan ? JSON.stringify(scan) : null,
      same: String(same),
      keys: keys.map(String),
    },
  };
}
