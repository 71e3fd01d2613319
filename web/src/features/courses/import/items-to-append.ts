import type { AppendItems } from '@training/shared/courses/course-archive';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import type { ParsedImportFile, ImportRowOutcome } from './import-preview.ts';

const t = translatorOf('imports');

/** Returns what is appended to a module. What it has already, or has no room for, is dropped. */
export function selectItemsToAppend(
  { archive: { modules }, rows, from }: ParsedImportFile,
  { id, flashcards, quiz }: Pick<ModuleDetail, 'id' | 'flashcards' | 'quiz'>,
): { items: AppendItems; rows: ImportRowOutcome[] } {
  const dropped = new Map<string, string>();
  const fitting = <Item extends { id: string }>(items: Item[], present: Item[], most: number): Item[] => {
    const known = new Set(present.map((item) => item.id));
    const others = items.filter((item) => !known.has(item.id));
    const room = Math.max(most - present.length, 0);
    for (const item of items) if (known.has(item.id)) dropped.set(item.id, t('rowIsInModule'));
    for (const item of others.slice(room)) dropped.set(item.id, t('rowHasNoRoom', { most }));
    return others.slice(0, room);
  };
  const cards = fitting(
    modules.flatMap((module) => module.flashcards),
    flashcards.cards,
    CONTENT_LIMITS.cards,
  );
  const questions = fitting(
    modules.flatMap((module) => module.quiz),
    quiz.questions,
    CONTENT_LIMITS.questions,
  );
  return {
    items: {
      module_id: id,
      from,
      ...(cards.length > 0 && { flashcards: { version: flashcards.version, items: cards } }),
      ...(questions.length > 0 && { quiz: { version: quiz.version, items: questions } }),
    },
    rows: rows.map((row) => {
      const reason = dropped.get(row.item ?? '');
      return reason === undefined ? row : { ...row, outcome: 'dropped', reasons: [reason] };
    }),
  };
}
