import { Text } from '@mantine/core';
import type { SourceReadingCoverage } from '@training/shared/ai/ai-sources';
import type { PagesReadByModel } from '@training/shared/ai/generated-items';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Shown for an empty result: nothing could be generated that is backed by the source. */
export function NothingGeneratedNote() {
  return <Text>{t('failedToMakeAnythingFrom')}</Text>;
}

/** Says what a model read from pictures, and what nobody read; nothing if all was text. */
export function PagesReadFromPicturesNote({ scan }: { scan: PagesReadByModel | null }) {
  return (
    scan !== null && (
      <Text size="sm" mb={4}>
        {scanInWords(scan)}
      </Text>
    )
  );
}

/** The share of the source that was read, and the parts that weren't. */
export function SourceCoverageNote({ coverage }: { coverage: SourceReadingCoverage | null }) {
  if (!coverage || coverage.parts === 0) return null;
  const { parts, parts_read, not_read } = coverage;
  return (
    <>
      <Text size="sm" c="dimmed" mb={not_read.length === 0 ? 'md' : 4}>
        {t('partsRead', { read: parts_read, count: parts })}
      </Text>
      {not_read.length > 0 && (
        <Text component="ul" size="sm" mb="md" aria-label={t('notRead')}>
          {not_read.map(({ part, begins, why }) => (
            <li key={part}>
              {t.nodes(`notRead.${why}`, {
                part,
                named: begins === '' ? 'no' : 'yes',
                begins,
                b: (text) => <bdi>{text}</bdi>,
              })}
            </li>
          ))}
        </Text>
      )}
    </>
  );
}

function scanInWords({ model, of, pages, unread }: PagesReadByModel): string {
  const read = { count: pages.length, numbers: listed(pages), model: model ?? '' };
  const notRead = { count: unread.length, numbers: listed(unread) };
  return [
    pages.length > 0 && (of === 'pages' ? t('pagesRead', read) : t('picturesRead', read)),
    unread.length > 0 && (of === 'pages' ? t('pagesNotRead', notRead) : t('picturesNotRead', notRead)),
    model === null && t('readTextPicturesChoose'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Numbers that are listed, at most. */
const MOST_LISTED = 20;

/** Formats as "1, 4, 5". */
const listed = (numbers: readonly number[]) =>
  numbers.slice(0, MOST_LISTED).join(', ') + (numbers.length > MOST_LISTED ? ' …' : '');
