import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedSection } from '@training/shared/courses/sections';
import type { SectionKind } from '@training/shared/courses/courses';
import { findSectionTooLongMessage, CONTENT_LIMITS } from '@training/shared/courses/section-length';
import type { Context } from '../../../core/context.ts';
import type { SectionRow } from '../course.entity.ts';
import { markGeneratedItemsAdded } from './generated-item-provenance.ts';
import type { LockedModule } from '../modules/lock-module.ts';
import { workingTitleOf } from '../modules/working-copy.ts';
import { writeSection, type SectionItems } from '../modules/write-section.ts';

const MOST: Record<SectionKind, number> = { flashcards: CONTENT_LIMITS.cards, quiz: CONTENT_LIMITS.questions };

/** Filters out items that the section already has: a generated item can arrive twice, as a proposal and by hand. */
export function withoutExistingItems(
  { sections }: LockedModule,
  section: SectionKind,
  items: SectionItems,
): SectionItems {
  const existing = new Set(sections[section].items.map(({ id }) => id));
  return items.filter(({ id }) => !existing.has(id));
}

/** Returns why the items don't fit in the section and what to do, or null if they fit. */
export function findSectionOverflowMessage(
  locked: LockedModule,
  section: SectionKind,
  items: SectionItems,
): string | null {
  const existing = locked.sections[section].items;
  const more = withoutExistingItems(locked, section, items);
  const over = existing.length + more.length - MOST[section];
  if (over > 0) return `The section has no room for ${over} of them; remove that many first`;
  return findSectionTooLongMessage([...existing, ...more]);
}

/** Appends items to a section. The caller has checked that it takes edits and that they fit. */
export async function appendItems(
  em: EntityManager,
  ctx: Context,
  locked: LockedModule,
  section: SectionKind,
  items: SectionItems,
): Promise<SavedSection> {
  const { module } = locked;
  const existing = locked.sections[section];
  const more = withoutExistingItems(locked, section, items);
  if (more.length === 0) return asItIs(module.id, existing);
  const saved = await writeSection(em, ctx, {
    moduleId: module.id,
    title: workingTitleOf(module),
    cycle: module.cycle,
    section,
    version: existing.version,
    before: existing.items.length,
    items: [...existing.items, ...more],
  });
  if (!saved) throw new Error(`The ${section} section of module ${module.id} changed under its lock`);
  await markGeneratedItemsAdded(em, { workspaceId: ctx.workspace.id, moduleId: module.id }, more);
  return saved;
}

function asItIs(module_id: string, { kind, state, version, contentHash, updatedAt }: SectionRow): SavedSection {
  return { module_id, section: kind, state, version, content_hash: contentHash, saved_at: updatedAt.toISOString() };
}
