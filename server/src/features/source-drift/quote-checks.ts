import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { defineLeaseQueue } from '../../platform/queue/define-queue.ts';
import { LEASE_FIELD_SCHEMAS } from '../../platform/queue/lease.ts';
import type { EventConsumer } from '../events/assign-event-sequences.ts';

/** Code points of a text that are stored: the maximum length of a suggestion. */
const LONGEST_TEXT = 1_000_000;

/** SQL that queues each module of the preceding query `concerned (id)`. One being checked is checked once more. */
const CHECK_CONCERNED = `
insert into quote_checks as l (workspace_id, module_id) select :workspaceId, id from concerned order by id
on conflict (workspace_id, module_id) do update
  set due_at = greatest(now(), l.due_at + interval '1 millisecond')` as const;

/**
 * Stores the text, and queues each module that has a mark for the file or whose published version quotes a suggestion
 * made from it. A file without suggestions costs a single index lookup.
 */
const QUEUE_RECHECKS = defineStatement({
  name: 'recheck-modules-of-file',
  scope: 'tenant',
  unprepared: true,
  sql: `
with kept as (
  insert into drive_texts as t (workspace_id, file_id, text, changed_at)
  select :workspaceId::uuid, :fileId::uuid, left(:text::text, ${LONGEST_TEXT}), :now::timestamptz
  where exists (select from suggestions where workspace_id = :workspaceId and drive_file_id = :fileId)
  on conflict (workspace_id, file_id) do update set text = excluded.text, changed_at = excluded.changed_at
    where t.text is distinct from excluded.text
  returning file_id
), concerned as (
  select m.id from kept
  join suggestions s on s.workspace_id = :workspaceId and s.drive_file_id = kept.file_id
  join module_revisions r on r.workspace_id = :workspaceId
    and named_suggestions(r.flashcards, r.quiz) @> array[s.id::text]
  join modules m on m.workspace_id = :workspaceId and m.id = r.module_id and m.live_revision_id = r.id
  union
  select d.module_id from kept join source_drifts d on d.workspace_id = :workspaceId and d.file_id = kept.file_id
)
${CHECK_CONCERNED}`,
});

/**
 * Stores the current text of a file, or null if it is gone, in the transaction that detects it, and queues the modules
 * that quote it for a recheck (rules/drives 8). Call it whenever a text was read, even an unchanged one: repeating the
 * same text changes nothing, and a file that returns clears its marks.
 */
export async function storeTextAndQueueQuoteChecks(
  on: StatementRunner,
  { workspace, now }: Pick<Context, 'now'> & { workspace: { id: string } },
  file: { id: string },
  text: string | null,
): Promise<void> {
  await QUEUE_RECHECKS.run(on, { workspaceId: workspace.id, fileId: file.id, text, now });
}

/**
 * Rechecks modules after publication: a new version may have other quotes, or quote a file that changed while the
 * version was written (rules/drives 8).
 */
export const queueQuoteChecksOfPublished: EventConsumer = async (em, events) => {
  await QUEUE_PUBLISHED.run(em, events);
};

const ClaimedQuoteCheck = z.strictObject({ workspaceId: z.uuid(), moduleId: z.uuid(), ...LEASE_FIELD_SCHEMAS });
export type ClaimedQuoteCheck = z.infer<typeof ClaimedQuoteCheck>;

/** Modules whose quotes are to be rechecked. */
export const QUOTE_CHECK_QUEUE = defineLeaseQueue({
  name: 'quote-checks',
  table: 'quote_checks',
  key: { workspaceId: 'workspace_id', moduleId: 'module_id' },
  seconds: 120,
  groups: { by: [] },
  row: ClaimedQuoteCheck,
  returning: 'q.workspace_id as "workspaceId", q.module_id as "moduleId"',
});

/** Queues published modules that have marks or quote a file that has changed since its suggestion was made. */
const QUEUE_PUBLISHED = defineStatement({
  name: 'check-sources-of-published',
  scope: 'tenant',
  unprepared: true,
  sql: `
with published as materialized (
  select distinct (data ->> 'module_id')::uuid as id from outgoing_events
  where workspace_id = :workspaceId and sequence between :first and :last
    and type in ('module.published', 'module.restored')
), concerned as (
  select p.id from published p
  where exists (select from source_drifts d where d.workspace_id = :workspaceId and d.module_id = p.id) or exists (
    select from modules m
    join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
    cross join lateral unnest(named_suggestions(r.flashcards, r.quiz)) as named (id)
    join suggestions s on s.workspace_id = :workspaceId and s.id = named.id::uuid
    join drive_texts t on t.workspace_id = :workspaceId and t.file_id = s.drive_file_id
    where m.workspace_id = :workspaceId and m.id = p.id)
)
${CHECK_CONCERNED}`,
});
