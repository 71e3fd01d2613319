import type { EntityManager } from '@mikro-orm/postgresql';
import { CONTENT_LIMITS, type SavedSection } from '@training/shared/sections';
import type { SectionKind } from '@training/shared/courses';
import { tooLongForSection } from '@training/shared/section-length';
import type { Context } from '../../context.ts';
import type { LockedModule } from './lock-module.ts';
import { workingTitle } from './working-copy.ts';
import { writeSection, type SectionItems } from './write-section.ts';

const MOST: Record<SectionKind, number> = { flashcards: CONTENT_LIMITS.cards, quiz: CONTENT_LIMITS.questions };

/** Why the section has no room for the items, and what to do; null where they fit. */
export function lackOfRoom({ sections }: LockedModule, section: SectionKind, items: SectionItems): string | null {
  const there = sections[section].items;
  const over = there.length + items.length - MOST[section];
  if (over > 0) return `The section has no room for ${over} of them; remove as many first`;
  return tooLongForSection([...there, ...items]);
}

/** Adds items behind what the section has; it takes edits and they fit, as its caller knows. */
export async function appendItems(
  em: EntityManager,
  ctx: Context,
  { module, sections }: LockedModule,
  section: SectionKind,
  items: SectionItems,
): Promise<SavedSection> {
  const there = sections[section];
  const saved = await writeSection(em, ctx, {
    moduleId: module.id,
    title: workingTitle(module),
    cycle: module.cycle,
    section,
    version: there.version,
    before: there.items.length,
    items: [...there.items, ...items],
  });
  if (!saved) throw new Error(`The ${section} section of module ${module.id} changed under its lock`);
  return saved;
}
