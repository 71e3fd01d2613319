import type { SaveSection, SavedSection } from '@training/shared/courses/sections';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { assertMediaExist } from '../../media/stored-media.ts';
import { assertMayEditInDepartment } from '../lock-course.ts';
import { assertSectionEditable, SectionEditState } from './assert-section-editable.ts';
import { writeSection } from './write-section.ts';

const LockedSection = SectionEditState.extend({
  cycle: z.number(),
  title: z.string(),
  departmentId: z.uuid().nullable(),
  suggestionId: z.uuid().nullable(),
  version: z.number(),
  contentHash: z.string(),
  savedAt: Timestamp,
  before: z.number(),
});

/**
 * Locks the module's row first, as every transition does. Also locks the section's row, although nobody else can change
 * it then: after waiting for a lock, PostgreSQL rereads only the rows that this statement locks.
 */
export const LOCK_SECTION = defineStatement({
  name: 'lock-section',
  scope: 'tenant',
  row: LockedSection,
  sql: `
select m.status = 'archived' as archived, m.workflow, m.cycle, m.round, coalesce(m.working ->> 'title', m.title) as title,
  c.department_id as "departmentId", m.suggestion_id as "suggestionId", s.state, s.version, s.content_hash as "contentHash",
  to_iso(s.updated_at) as "savedAt", jsonb_array_length(s.items) as before,
  to_iso(s.state_since) as since, s.state_by_name as by
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
join sections s on s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = :section
where m.workspace_id = :workspaceId and m.id = :moduleId
for no key update of m, s`,
});

/**
 * Autosaves a section (rules/review 2) in two statements. Unchanged content keeps its version.
 * @throws AppError `module_not_found`, `forbidden`, `content_locked`, `module_state`, `stale_version`;
 * `invalid_request` for an item that names a suggestion not used for the module
 */
export function saveSection(ctx: Context, input: SaveSection): Promise<SavedSection> {
  const { module_id, section, version, items } = input;
  return inPipelinedTransaction(ctx, async (transaction, last) => {
    const locked = await LOCK_SECTION.first(transaction, {
      workspaceId: ctx.workspace.id,
      moduleId: module_id,
      section,
    });
    if (!locked) throw new AppError('module_not_found', `There is no module ${module_id} in this workspace.`);
    assertMayEditInDepartment(ctx, locked.departmentId, 'module');
    assertSectionEditable(section, locked);
    assertSectionVersionIsCurrent(locked.version, version);
    await mustNameOwnSuggestion(transaction, ctx, input, locked.suggestionId);
    await assertMediaExist(transaction, ctx, { items });
    const { title, cycle, before } = locked;
    const edit = { moduleId: module_id, title, cycle, section, version, before, items };
    const saved = await writeSection(last, ctx, edit);
    if (saved) return saved;
    const { state, contentHash: content_hash, savedAt: saved_at } = locked;
    return { module_id, section, state, version, content_hash, saved_at };
  });
}

/** @throws AppError `stale_version` */
export function assertSectionVersionIsCurrent(present: number, from: number): void {
  if (present === from) return;
  const detail = `Someone else saved first: the version is ${present}, not ${from}. Read the module, merge, then save again.`;
  throw new AppError('stale_version', detail);
}

const ADDED_SUGGESTIONS = defineStatement({
  name: 'suggestions-added-to-module',
  scope: 'tenant',
  row: z.strictObject({ id: z.string() }),
  sql: `
select suggestion_id as id from module_suggestions where workspace_id = :workspaceId and module_id = :moduleId`,
});

/**
 * Asserts that items name only the module's own suggestion, that of items added to it, or none
 * (rules/courses-and-modules 8). Otherwise an author could claim a source that was never read, or probe which
 * suggestions exist.
 */
async function mustNameOwnSuggestion(
  on: StatementRunner,
  ctx: Context,
  { items, module_id: moduleId }: SaveSection,
  own: string | null,
): Promise<void> {
  const named = items.map(({ source }) => source?.suggestion_id ?? null);
  if (named.every((id) => id === null || id === own)) return;
  const added = await ADDED_SUGGESTIONS.all(on, { workspaceId: ctx.workspace.id, moduleId });
  const known = new Set([null, own, ...added.map(({ id }) => id)]);
  const index = named.findIndex((id) => !known.has(id));
  if (index === -1) return;
  const message = 'Must be the suggestion that the module was created from, or null';
  throw invalidFieldError(`items.${index}.source.suggestion_id`, message, 'not_found');
}
