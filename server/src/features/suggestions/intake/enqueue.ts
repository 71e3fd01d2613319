import type { CreateIntakeSuggestion, SuggestionScan } from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { defineStatement, JsonRow, type StatementRunner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import {
  eventParametersOf,
  RECORD_EVENT_WITH_OUTGOING_CTES,
  type EventContext,
  recordEvent,
} from '../../events/record-event.ts';
import { isNearDuplicate, computeTextFingerprint } from './near-duplicates.ts';
import { pageKeyOf, sourceKeyOf, hashNormalizedText, deriveTitleFromContent } from './normalise-text.ts';
import { supersedeSuggestions } from './supersede.ts';
import { advisoryLockKeysOf, LOCK_SUGGESTION_KEYS } from './suggestion-keys.ts';
import { SuggestionStatus } from '@training/shared/statuses';

/** SQL for the intake's response for a row of `suggestions`. */
const SUGGESTION_ANSWER = `json_build_object(
  'id', id, 'status', status, 'title', title, 'source_name', source_name, 'source_url', source_url,
  'department_id', department_id, 'created_at', to_iso(created_at), 'duplicate_of', duplicate_of)::text as json` as const;

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
), ${RECORD_EVENT_WITH_OUTGOING_CTES}
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

/** A text to queue: pushed by another system, or read from a drive. */
export type SuggestionToEnqueue = CreateIntakeSuggestion & {
  /** The file of a drive that it is the text of. */
  driveFileId?: string;
  /** Findings about the text. */
  scan?: SuggestionScan;
};

/** The suggestion now in the queue: a new one, or an existing one with this text. */
export type QueuedSuggestion = { id: string; status: SuggestionStatus; isNew: boolean; json: string };

/**
 * Puts content into the Recommended queue (rules/suggestions 2) as a draft suggestion, never a module. An existing text
 * from the same source is handled by `resubmitSuggestion`. A newer text of a page supersedes the pending one in the
 * same
 * department, and a near duplicate from another source is marked (rules/suggestions 5 and 6). The caller has checked
 * that the department exists.
 */
export async function enqueueSuggestion(
  transaction: StatementRunner,
  ctx: EventContext,
  entry: SuggestionToEnqueue,
): Promise<QueuedSuggestion> {
  const { locks, values } = toSuggestionParameters(ctx, entry);
  const [, written] = await Promise.all([
    LOCK_SUGGESTION_KEYS.run(transaction, { locks }),
    INSERT_SUGGESTION.first(transaction, values),
  ]);
  if (!written) return { ...(await resubmitSuggestion(transaction, ctx, values)), isNew: false };
  const { workspaceId, id } = values;
  if (written.earlier) await supersedeSuggestions(transaction, ctx, written.earlier, id);
  const near = written.alike?.find(({ content }) => isNearDuplicate(content, entry.content));
  const { json } = near ? await MARK_DUPLICATE.one(transaction, { workspaceId, id, duplicateOf: near.id }) : written;
  return { id, status: 'pending', isNew: true, json };
}

/** Returns the lock keys, and the parameters of the statements that insert a suggestion. */
export function toSuggestionParameters(ctx: EventContext, entry: SuggestionToEnqueue) {
  const { content, source_name, source_url = null, department_id = null, driveFileId = null, scan } = entry;
  const id = newId();
  const title = entry.title ?? deriveTitleFromContent(content);
  const sourceKey = sourceKeyOf(source_name);
  const document = pageKeyOf(sourceKey, source_url);
  const { same, keys } = computeTextFingerprint(content);
  const event = eventParametersOf(ctx, {
    action: 'suggestion.created',
    subject: { kind: 'suggestion', id, name: title },
    changes: { source_name },
    outgoing: { suggestion_id: id, title, source_name, source_url, department_id },
  });
  return {
    locks: advisoryLockKeysOf(ctx.workspace.id, [same, document]),
    values: {
      ...event,
      id,
      title,
      content,
      textHash: hashNormalizedText(content),
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

const KNOWN = JsonRow.extend({
  id: z.string(),
  title: z.string(),
  status: SuggestionStatus,
  /** Ids of pending suggestions with another text of the page, if this is now the page's text. */
  others: z.array(z.string()).nullable(),
});

const KNOWN_TEXT = defineStatement({
  name: 'known-text',
  scope: 'tenant',
  unprepared: true,
  row: KNOWN,
  sql: `
select id, title, status, ${SUGGESTION_ANSWER},
  (select array_agg(other.id::text) from suggestions other
   where other.workspace_id = :workspaceId and other.document = :document and other.status = 'pending'
     and other.department_id is not distinct from :departmentId and other.id <> known.id
     and (known.status = 'superseded' or (known.document = :document
       and known.department_id is not distinct from :departmentId))) as others
from suggestions known
where workspace_id = :workspaceId and text_hash = :textHash and source_key = :sourceKey`,
});

const WAIT_AGAIN = defineStatement({
  name: 'wait-again',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
update suggestions set status = 'pending', superseded_at = null, superseded_by = null,
  document = :document, source_url = :sourceUrl, department_id = :departmentId,
  drive_file_id = coalesce(:driveFileId::uuid, drive_file_id), scan = coalesce(:scan::jsonb, scan)
where workspace_id = :workspaceId and id = :id
returning ${SUGGESTION_ANSWER}`,
});

type Pushed = {
  workspaceId: string;
  textHash: Buffer;
  sourceKey: string;
  sourceName: string;
  sourceUrl: string | null;
  document: string | null;
  departmentId: string | null;
  driveFileId: string | null;
  scan: string | null;
};

/**
 * Handles a text that already exists from the same source (rules/suggestions 4 and 6), and returns its current state.
 * If it was superseded, the page has returned to this text: it becomes pending again, with the details of this push.
 * Whatever its status, other pending texts of the page in the same department are now outdated. Superseded suggestions
 * change only while the locks of `LOCK_SUGGESTION_KEYS` are held.
 */
async function resubmitSuggestion(on: StatementRunner, ctx: EventContext, pushed: Pushed) {
  const { workspaceId, textHash, sourceKey, sourceName, sourceUrl, document, departmentId, driveFileId, scan } = pushed;
  const known = await KNOWN_TEXT.one(on, { workspaceId, textHash, sourceKey, document, departmentId });
  let { json, status } = known;
  if (known.status === 'superseded') {
    const { id, title } = known;
    const now = { document, sourceUrl, departmentId, driveFileId, scan };
    ({ json } = await WAIT_AGAIN.one(on, { workspaceId, id, ...now }));
    status = 'pending';
    const origin = { source_name: sourceName, source_url: sourceUrl, department_id: departmentId };
    await recordEvent(on, ctx, {
      action: 'suggestion.returned',
      subject: { kind: 'suggestion', id, name: title },
      changes: { source_name: sourceName },
      outgoing: { suggestion_id: id, title, ...origin },
    });
  }
  if (known.others) await supersedeSuggestions(on, ctx, known.others, known.id);
  return { id: known.id, status, json };
}
