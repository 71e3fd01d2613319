import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Returns the text for an empty section: "Making cards…" while an AI job is running. */
export function describeEmptySection(module: ModuleDetail, kind: SectionKind): { words: string; isMaking: boolean } {
  const isMaking = module.generating.includes(kind);
  return { isMaking, words: t(isMaking ? `making.${kind}` : `none.${kind}`) };
}
