import { Box, Stack, Table, Text } from '@mantine/core';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { listOf } from '../imports/file-import.tsx';
import type { ReadTable } from './item-table.ts';

const t = translatorOf('courses');

/** Rows that are shown, those that weren't kept as they are before the others. */
const MOST_SHOWN = 200;

/** Shows row by row what is kept, changed and dropped of a table (rules/courses-and-modules 17). */
export function TableRows({ table: { rows, ignored } }: { table: ReadTable }) {
  const of = (outcome: string) => rows.filter((each) => each.outcome === outcome);
  const [kept, changed, dropped] = [of('kept'), of('changed'), of('dropped')];
  const shown = [...dropped, ...changed, ...kept].slice(0, MOST_SHOWN);
  const counts = { kept: kept.length, changed: changed.length, dropped: dropped.length };
  return (
    <Stack gap="xs">
      <Text size="sm">{t('rowsOfTable', counts)}</Text>
      {ignored.length > 0 && <Text size="sm">{t('ignoredColumns', { columns: listOf(ignored.slice(0, 20)) })}</Text>}
      <Box component="section" mah={300} style={{ overflow: 'auto' }} tabIndex={0} aria-label={t('rowsInFile')}>
        <Table layout="fixed" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={64}>{t('rowNumber')}</Table.Th>
              <Table.Th>{t('rowText')}</Table.Th>
              <Table.Th>{t('rowOutcome')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ row, text, outcome, reasons }) => (
              <Table.Tr key={row}>
                <Table.Td>{row.toLocaleString(locale)}</Table.Td>
                <Table.Td>
                  <Text size="sm" lineClamp={2}>
                    {text}
                  </Text>
                </Table.Td>
                <Table.Td>{[t(`outcome.${outcome}`), ...reasons].join('. ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {rows.length > shown.length && <Text size="sm">{t('moreRows', { count: rows.length - shown.length })}</Text>}
    </Stack>
  );
}
