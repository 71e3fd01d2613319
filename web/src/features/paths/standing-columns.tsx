import type { PathPeoplePage } from '@training/shared/paths/paths';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import type { Column } from '../../ui/lists/data-table.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';

const t = translatorOf('paths');

type Standing = Pick<
  PathPeoplePage['people'][number],
  'full_name' | 'department' | 'status' | 'at' | 'done' | 'steps' | 'due_on' | 'overdue'
>;

export const createPersonColumn = (): Column<Standing> => ({
  key: 'person',
  header: t('person'),
  cell: ({ full_name, department }) => <TwoLineCell below={department}>{full_name}</TwoLineCell>,
});

/** Returns the columns that tell where a person is in a path. */
export const createPathStandingColumns = (): Column<Standing>[] => [
  {
    key: 'status',
    header: t('status'),
    cell: ({ status, at }) => <TwoLineCell below={at}>{t(`status.${status}`)}</TwoLineCell>,
  },
  {
    key: 'done',
    header: t('modules'),
    align: 'end',
    nowrap: true,
    cell: ({ done, steps }) => t('ofTotal', { done, total: steps }),
  },
  {
    key: 'due',
    header: t('due'),
    nowrap: true,
    cell: ({ due_on, overdue }) => (
      <TwoLineCell below={overdue ? t('overdue') : null}>{due_on === null ? '–' : formatDay(due_on)}</TwoLineCell>
    ),
  },
];
