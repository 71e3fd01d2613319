import type { Revision, SectionChangeCounts } from '@training/shared/reviews/revisions';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('revisions');

/** Returns what differs from the revision before: "Cards: 2 changed, 1 added; settings: 1 changed". */
export function revisionChangesInWords({ changes }: Pick<Revision, 'changes'>): string {
  if (changes === null) return t('firstVersion');
  const parts = [
    ...sectionInWords('flashcards', changes.flashcards),
    ...sectionInWords('quiz', changes.quiz),
    ...(changes.settings > 0 ? [t('settingsChanged', { count: changes.settings })] : []),
  ];
  return parts.length === 0 ? t('noChanges') : parts.join(' · ');
}

function sectionInWords(
  section: 'flashcards' | 'quiz',
  { added, changed, removed, moved }: SectionChangeCounts,
): string[] {
  const counts = [
    { change: 'changed', count: changed },
    { change: 'added', count: added },
    { change: 'removed', count: removed },
  ].filter(({ count }) => count > 0);
  const words = [...counts.map((each) => t('changeCount', each)), ...(moved ? [t('moved')] : [])];
  const list = new Intl.ListFormat(locale, { type: 'unit' }).format(words);
  return words.length === 0 ? [] : [t('changesOf', { section, changes: list })];
}
