import { SectionKind } from '@training/shared/courses/courses';
import { SourceExcerpt } from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

/** A card or question of the published version that quotes a file which has changed. */
const QuotingItem = z.strictObject({
  section: SectionKind,
  item_id: z.guid(),
  position: z.int(),
  title: z.string(),
  quote: z.string(),
  suggestion_id: z.uuid(),
  file_id: z.uuid(),
});
export type QuotingItem = z.infer<typeof QuotingItem>;

/** The stored mark of an item whose passage was not found. */
const StoredDriftMark = QuotingItem.extend({
  gone: z.boolean(),
  old: SourceExcerpt,
  now: SourceExcerpt.nullable(),
  confirmed: z.boolean(),
});
export type StoredDriftMark = z.infer<typeof StoredDriftMark>;

const QuotingModule = z.strictObject({
  id: z.uuid(),
  course_id: z.uuid(),
  title: z.string(),
  department_id: z.uuid().nullable(),
  /** The live revision, or the last published one if the module is hidden. Null if nothing was ever published. */
  revision_id: z.uuid().nullable(),
  /** True if learners see the module. If not, nothing new is marked. */
  is_public: z.boolean(),
});
/** A module whose quotes are checked, with the revision that quotes are read from. */
export type QuotingModule = z.infer<typeof QuotingModule>;

/** SQL for the id of the live revision of module `m`, or of its last one if it is hidden. */
export const QUOTED_REVISION_ID_SQL = `coalesce(m.live_revision_id, (
    select l.id from module_revisions l
    where l.workspace_id = :workspaceId and l.module_id = m.id order by l.number desc limit 1))` as const;

/** SQL condition that learners can see module `m`. */
export const MODULE_IS_PUBLIC = `(m.live_revision_id is not null and m.status <> 'archived')` as const;

const READ_QUOTE_CHECK = defineStatement({
  name: 'read-quote-check',
  scope: 'tenant',
  row: QuotingModule,
  sql: `
select m.id, m.course_id, m.title, c.department_id, ${QUOTED_REVISION_ID_SQL} as revision_id, ${MODULE_IS_PUBLIC} as is_public
from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = :moduleId`,
});

export function readQuotingModule(on: StatementRunner, workspaceId: string, moduleId: string): Promise<QuotingModule> {
  return READ_QUOTE_CHECK.one(on, { workspaceId, moduleId });
}

const SOURCED_ITEMS = defineStatement({
  name: 'list-sourced-items',
  scope: 'tenant',
  row: QuotingItem,
  sql: `
select i.section, i.item ->> 'id' as item_id, i.position::integer, coalesce(i.item ->> 'front', i.item ->> 'prompt') as title,
  i.item #>> '{source,quote}' as quote, s.id as suggestion_id, s.drive_file_id as file_id
from module_revisions r
cross join lateral (
  select 'flashcards' as section, item, position from jsonb_array_elements(r.flashcards) with ordinality c (item, position)
  union all
  select 'quiz', item, position from jsonb_array_elements(r.quiz) with ordinality q (item, position)) i
join suggestions s on s.workspace_id = :workspaceId and s.id = (i.item #>> '{source,suggestion_id}')::uuid
join drive_texts t on t.workspace_id = :workspaceId and t.file_id = s.drive_file_id
where r.workspace_id = :workspaceId and r.id = :revisionId and i.item #>> '{source,quote}' <> ''
order by i.section, i.position`,
});

const STORED_MARKS = defineStatement({
  name: 'list-kept-source-drifts',
  scope: 'tenant',
  row: StoredDriftMark,
  sql: `
select section, item_id, position, title, quote, suggestion_id, file_id, gone, old, now,
  confirmed_at is not null as confirmed
from source_drifts where workspace_id = :workspaceId and module_id = :moduleId order by section, position`,
});

const FILE_TEXT = defineStatement({
  name: 'read-present-text-of-file',
  scope: 'tenant',
  row: z.strictObject({ text: z.string().nullable() }),
  sql: `select text from drive_texts where workspace_id = :workspaceId and file_id = :fileId`,
});

const SUGGESTION_TEXT = defineStatement({
  name: 'read-text-of-suggestion',
  scope: 'tenant',
  row: z.strictObject({ content: z.string() }),
  sql: `select content from suggestions where workspace_id = :workspaceId and id = :suggestionId`,
});

/** Returns the items of the published version that quote changed files. */
export async function readItemsQuotingChangedFiles(
  on: StatementRunner,
  workspaceId: string,
  { revision_id: revisionId }: QuotingModule,
) {
  return revisionId === null ? [] : SOURCED_ITEMS.all(on, { workspaceId, revisionId });
}

/** Returns the stored marks of a module. */
export function readStoredMarks(
  on: StatementRunner,
  workspaceId: string,
  moduleId: string,
): Promise<StoredDriftMark[]> {
  return STORED_MARKS.all(on, { workspaceId, moduleId });
}

/** The current text of a file; null if it is gone. */
export async function readFileText(on: StatementRunner, workspaceId: string, fileId: string): Promise<string | null> {
  return (await FILE_TEXT.one(on, { workspaceId, fileId })).text;
}

/** The text of a suggestion, from which the items that name it were made. */
export async function readSuggestionText(
  on: StatementRunner,
  workspaceId: string,
  suggestionId: string,
): Promise<string> {
  return (await SUGGESTION_TEXT.one(on, { workspaceId, suggestionId })).content;
}
