import type { Context } from '../../core/context.ts';
import { CHECK_CONCERNED } from './quote-checks.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';

/** Code points of a text that are stored: the maximum length of a suggestion. */
const LONGEST_TEXT = 1_000_000;

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
 * Stores the current text of a file, or null if it is gone, in the transaction that detects it. A loop rechecks the
 * quotes afterwards (rules/drives 8). Call it whenever a text was read, even an unchanged one: repeating the same text
 * changes nothing, and a file that returns clears its marks.
 */
export async function recheckQuotes(
  on: Runner,
  { workspace, now }: Pick<Context, 'now'> & { workspace: { id: string } },
  file: { id: string },
  text: string | null,
): Promise<void> {
  await QUEUE_RECHECKS.run(on, { workspaceId: workspace.id, fileId: file.id, text, now });
}
