import { SavedSection } from '@training/shared/sections';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { PUBLISHING } from '../../platform/live.ts';
import { eventParameters, RECORDED } from '../events/record-event.ts';
import { moduleTopic } from './module-topic.ts';

export type SectionItems = readonly (Flashcard | Question)[];

/** New content of a section whose module is locked and which takes edits. */
export type SectionEdit = {
  moduleId: string;
  /** What people call the module, for the audit log. */
  title: string;
  /** The working copy that whoever edits has then contributed to. */
  cycle: number;
  section: SectionKind;
  /** The version that is there. */
  version: number;
  /** How many items are there. */
  before: number;
  items: SectionItems;
};

/**
 * The conditions are checked by then; that they stand here again keeps a mistake there from changing what is locked.
 */
export const WRITE_SECTION = defineStatement({
  name: 'write-section',
  scope: 'tenant',
  row: SavedSection.extend({ told: z.string() }),
  sql: `
with written as (
  update sections set items = :items::jsonb, version = version + 1, updated_at = :now,
    saved_by = :contributorId::uuid, saved_by_name = :actorName
  where workspace_id = :workspaceId and module_id = :moduleId and kind = :section and version = :version
    and state in ('editable', 'queried') and items <> :items::jsonb
  returning state, version, content_hash, updated_at
), contributed as (
  insert into module_contributors (workspace_id, module_id, cycle, user_id)
  select :workspaceId::uuid, :moduleId::uuid, :cycle::integer, :contributorId::uuid
  from written where :contributorId::uuid is not null
  on conflict do nothing
), ${RECORDED}
select :moduleId::uuid as module_id, :section as section, state, version, content_hash, wire_time(updated_at) as saved_at,
  ${PUBLISHING}::text as told
from written`,
});

/**
 * Writes the content, who contributed, the event and the notice in one statement; undefined where the content is what
 * is there already: nothing is written then.
 */
export async function writeSection(on: Runner, ctx: Context, edit: SectionEdit): Promise<SavedSection | undefined> {
  const { moduleId, title, cycle, section, version, before, items } = edit;
  // Not when the request came: another edit may have held the module since.
  const event = eventParameters(
    { ...ctx, now: new Date() },
    {
      action: 'module.section_edited',
      subject: { kind: 'module', id: moduleId, name: title },
      changes: { section, version: [version, version + 1], items: [before, items.length] },
    },
  );
  const written = await WRITE_SECTION.first(on, {
    ...event,
    moduleId,
    section,
    version,
    items: JSON.stringify(items),
    cycle,
    contributorId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    topic: moduleTopic(ctx.workspace.id, moduleId),
  });
  if (!written) return undefined;
  const { told: _, ...saved } = written;
  return saved;
}
