import { SavedSection } from '@training/shared/courses/sections';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import { z } from 'zod';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { PUBLISH_TOPIC_EXPRESSION_SQL } from '../../../platform/topic-changes.ts';
import { eventParametersOf, RECORD_EVENT_CTES } from '../../events/record-event.ts';
import { moduleLiveTopicOf } from './module-topic.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ModuleContributorEntity } from './module-history.entity.ts';

type Contribution = { workspaceId: string; moduleId: string; cycle: number; userId: string };

/**
 * Records a contributor: people who wrote, generated or changed part of a module can't decide on it (rules/review 16).
 * Editing a section does this in its own statement.
 */
export async function recordContributor(em: EntityManager, contribution: Contribution): Promise<void> {
  await em.upsert(ModuleContributorEntity, contribution, { onConflictAction: 'ignore' });
}

export type SectionItems = readonly (Flashcard | Question)[];

/** New content for a section whose module is locked and that can be edited. */
type SectionEdit = {
  moduleId: string;
  /** Title of the module, for the audit log. */
  title: string;
  /** Number of the working copy that the editor contributes to. */
  cycle: number;
  section: SectionKind;
  /** Current version. */
  version: number;
  /** Current number of items. */
  before: number;
  items: SectionItems;
};

/**
 * Writes a section. The caller has already checked the conditions; repeating them here prevents a bug there from
 * changing locked content.
 */
export const WRITE_SECTION = defineStatement({
  name: 'write-section',
  scope: 'tenant',
  row: SavedSection.extend({ published: z.string() }),
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
), ${RECORD_EVENT_CTES}
select :moduleId::uuid as module_id, :section as section, state, version, content_hash, to_iso(updated_at) as saved_at,
  ${PUBLISH_TOPIC_EXPRESSION_SQL}::text as published
from written`,
});

/**
 * Writes content, contributor, event and notification in one statement. Returns undefined and writes nothing if the
 * content is unchanged.
 */
export async function writeSection(
  on: StatementRunner,
  ctx: Context,
  edit: SectionEdit,
): Promise<SavedSection | undefined> {
  const { moduleId, title, cycle, section, version, before, items } = edit;
  // Not the time of the request: another edit may have held the lock since.
  const event = eventParametersOf(
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
    contributorId: actingUserIdOf(ctx),
    topic: moduleLiveTopicOf(ctx.workspace.id, moduleId),
  });
  if (!written) return undefined;
  const { published: _, ...saved } = written;
  return saved;
}
