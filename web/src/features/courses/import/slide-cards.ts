import { COURSE_ARCHIVE_FORMAT, CourseArchive, type ArchivedModule } from '@training/shared/courses/course-archive';
import type { ItemMedia } from '@training/shared/courses/media';
import { joinMarkdownBlocks, type ImportedSlide } from '@training/shared/courses/imports';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { CardDrafts, problemsOfCard } from '@training/shared/courses/sections';
import { v7 } from 'uuid';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { escapeSlideBlock, escapeMarkdownLine, isTableBlock } from './escape-markdown.ts';
import type { ParsedImportFile, ImportRowOutcome } from './import-preview.ts';
import { createEmptyArchivedModule } from './item-table.ts';

const t = translatorOf('imports');

interface Deck {
  slides: ImportedSlide[];
  /** Digests of the pictures that were taken, by name. */
  digests: ReadonlyMap<string, string>;
  title: string;
  /** Name of the file, as the source of each card. */
  source: string;
  language: ArchivedModule['language'];
}

/**
 * Returns a deck as a file to import, with a card of each slide (rules/courses-and-modules 20), and the same without
 * the speaker notes. Ids are the same in both.
 */
export function convertDeckToImportFile(deck: Deck): ParsedImportFile {
  const ids = deck.slides.map(() => v7());
  const isNoted = deck.slides.some(({ notes, hidden }) => notes.length > 0 && !hidden);
  const withNotes = cardsOf(deck, ids, true);
  return isNoted ? { ...withNotes, withoutNotes: cardsOf(deck, ids, false) } : withNotes;
}

function cardsOf(
  { slides, digests, title, source, language }: Deck,
  ids: string[],
  hasNotes: boolean,
): ParsedImportFile {
  const module = createEmptyArchivedModule(title, language);
  const rows = slides.map((slide, n): ImportRowOutcome => {
    const { number: row, notes } = slide;
    const [heading, ...blocks] = slide.title === '' ? frontFirst(slide.blocks) : [slide.title, ...slide.blocks];
    const front = escapeMarkdownLine(heading);
    const shown = [...blocks, ...(hasNotes ? notes : [])];
    const back = joinMarkdownBlocks([
      ...blocks.map(escapeSlideBlock),
      ...(hasNotes ? notes.map(escapeMarkdownLine) : []),
    ]);
    const media = slide.pictures.flatMap(({ name, alt, decorative }): ItemMedia[] => {
      const digest = digests.get(name);
      return digest === undefined
        ? []
        : [{ at: 'back', digest, kind: 'picture', alt, ...(decorative && { decorative }) }];
    });
    const text = heading.slice(0, 200);
    const dropped = (reason: string): ImportRowOutcome => ({ row, text, outcome: 'dropped', reasons: [reason] });
    if (slide.hidden) return dropped(t('slideIsHidden'));
    if (back === '' && media.length === 0) return dropped(t(front === '' ? 'slideIsEmpty' : 'slideHasOnlyTitle'));
    if (module.flashcards.length >= CONTENT_LIMITS.cards) {
      return dropped(t('rowHasNoRoom', { most: CONTENT_LIMITS.cards }));
    }
    const from = { quote: '', name: t('slideOf', { source, number: row }), url: null, suggestion_id: null };
    const made = { id: ids[n], front, back, source: from, ...(media.length > 0 && { media }) };
    const { data, error } = CardDrafts.safeParse([made]);
    const [card] = data ?? [];
    if (!card) return dropped(error?.issues[0]?.message ?? '');
    module.flashcards.push(card);
    const lost = slide.pictures.length - media.length;
    const reasons = [
      ...slide.left_out.map(({ what, format = '' }) =>
        what === 'picture_format' ? t(`left.${what}`, { format }) : t(`left.${what}`),
      ),
      ...(lost > 0 ? [t('picturesNotTaken', { count: lost })] : []),
      ...problemsOfCard(card).map(({ message }) => t('rowIncomplete', { message })),
    ];
    return {
      row,
      text,
      outcome: reasons.length > 0 ? 'changed' : 'kept',
      item: card.id,
      more: { text: joinMarkdownBlocks(shown).slice(0, 300), media },
      reasons: [...new Set(reasons)],
    };
  });
  const archive = CourseArchive.parse({
    format: COURSE_ARCHIVE_FORMAT,
    course: { title, emoji: '📋' },
    modules: module.flashcards.length > 0 ? [module] : [],
  });
  return { archive, rows, ignored: [], from: 'deck' };
}

/** Returns the first paragraph as the front of a slide without a title; a table is no front. */
function frontFirst(blocks: string[]): [front: string, ...blocks: string[]] {
  const [first = '', ...others] = blocks;
  return first === '' || isTableBlock(first) ? ['', ...blocks] : [first.replace(/^ *- /, ''), ...others];
}
