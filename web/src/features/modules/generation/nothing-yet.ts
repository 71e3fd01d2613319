import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { SECTION_WORDS } from '../module-words.ts';

/** Returns the text for an empty section: "Making cards…" while an AI job is running. */
export function nothingYet(module: ModuleDetail, kind: SectionKind): { words: string; isMaking: boolean } {
  const isMaking = module.generating.includes(kind);
  const { items } = SECTION_WORDS[kind];
  return { isMaking, words: isMaking ? `Making ${items}…` : `No ${items} yet.` };
}
