import { Box, Group, Stack, Text } from '@mantine/core';
import { locale } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { formatList } from '../../imports/file-import.tsx';
import type { ParsedImportFile, ImportRowOutcome } from './import-preview.ts';

const t = translatorOf('imports');

const columns = (isOfSlides = false): Column<ImportRowOutcome>[] => [
  {
    key: 'row',
    header: t(isOfSlides ? 'slideNumber' : 'rowNumber'),
    cell: ({ row }) => row.toLocaleString(locale),
    nowrap: true,
  },
  {
    key: 'text',
    header: t('rowText'),
    cell: ({ text, more }) => (
      <>
        <Text size="sm" lineClamp={2}>
          <bdi>{text}</bdi>
        </Text>
        {more !== undefined && <More {...more} />}
      </>
    ),
  },
  {
    key: 'outcome',
    header: t('rowOutcome'),
    cell: ({ outcome, reasons }) => [t(`outcome.${outcome}`), ...reasons].join('. '),
  },
];

/** The back of a card, shortened, with its pictures. */
function More({ text, media }: NonNullable<ImportRowOutcome['more']>) {
  const { slug } = useWorkspaceSession().workspace;
  return (
    <>
      <Text size="xs" c="dimmed" lineClamp={2}>
        <bdi>{text}</bdi>
      </Text>
      <Group gap={4} mt={4}>
        {media.map(({ digest, alt }) => (
          <img key={digest} src={`/media/${slug}/${digest}`} alt={alt} height={48} loading="lazy" />
        ))}
      </Group>
    </>
  );
}

/** Rows that are shown, those that weren't kept as they are before the others. */
const MOST_SHOWN = 200;

/** Shows row by row what is kept, changed and dropped of a file (rules/courses-and-modules 17). */
export function ImportFileRowOutcomes({
  file: { rows, ignored, ignoredSheets = [], from },
}: {
  file: ParsedImportFile;
}) {
  const isOfSlides = from === 'deck';
  const of = (outcome: string) => rows.filter((each) => each.outcome === outcome);
  const [kept, changed, dropped] = [of('kept'), of('changed'), of('dropped')];
  const shown = [...dropped, ...changed, ...kept].slice(0, MOST_SHOWN);
  const counts = { kept: kept.length, changed: changed.length, dropped: dropped.length };
  return (
    <Stack gap="xs">
      <Text size="sm">{t(isOfSlides ? 'slidesOfDeck' : 'rowsOfTable', counts)}</Text>
      {ignored.length > 0 && (
        <Text size="sm">{t('ignoredColumns', { columns: formatList(ignored.slice(0, 20)) })}</Text>
      )}
      {ignoredSheets.length > 0 && <Text size="sm">{t('ignoredSheets', { sheets: formatList(ignoredSheets) })}</Text>}
      <Box mah={300} style={{ overflow: 'auto' }}>
        <DataTable
          label={t(isOfSlides ? 'slidesInFile' : 'rowsInFile')}
          columns={columns(isOfSlides)}
          rows={shown}
          rowKey={({ row }) => String(row)}
          isMuted={({ outcome }) => outcome === 'kept'}
        />
      </Box>
      {rows.length > shown.length && (
        <Text size="sm">{t(isOfSlides ? 'moreSlides' : 'moreRows', { count: rows.length - shown.length })}</Text>
      )}
    </Stack>
  );
}
