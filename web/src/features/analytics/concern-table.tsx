import { Button, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type {
  TrainingConcern,
  TrainingConcernOrder,
  TrainingConcernPage,
} from '@training/shared/analytics/analytics-lists';
import { type ComponentProps, createContext, use } from 'react';
import { formatRelativeTime } from '../../lib/i18n/dates.ts';
import { joinWithDots, formatDay, formatPercent } from '../../lib/i18n/in-words.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { SelectionBar, createSelectionColumn } from '../../ui/lists/selection.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import type { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import classes from './analytics.module.css';
import type { ActionChoice, ConcernAction, ConcernActions } from './use-concern-actions.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

/** The columns of a list; on phones each row has its most important ones in one cell. */
function concernColumns(isCertificate: boolean): Column<TrainingConcern>[] {
  const date = (concern: TrainingConcern) => dateOf(concern, isCertificate);
  return [
    {
      key: 'person',
      header: t('person'),
      isRowHeader: true,
      isSortable: true,
      cell: (concern) => (
        <>
          <Person of={concern} />
          <Text size="xs" c="dimmed" fw={400} className={classes.wide}>
            {concern.email}
          </Text>
          <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
            {joinWithDots([concern.module, date(concern), remindedInWords(concern)])}
          </Text>
        </>
      ),
    },
    {
      key: 'department',
      header: t('department'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ department }) => department ?? '–',
    },
    {
      key: 'module',
      header: t('module'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ module, course }) => <TwoLineCell below={course}>{module}</TwoLineCell>,
    },
    {
      key: 'date',
      header: isCertificate ? t('lastDay') : t('due'),
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: date,
    },
    {
      key: 'progress',
      header: isCertificate ? t('renewal') : t('progress'),
      align: 'end',
      isSortable: true,
      isWideOnly: true,
      cell: ({ progress }) => formatPercent(progress ?? 0),
    },
    {
      key: 'reminded',
      header: t('reminded'),
      nowrap: true,
      isWideOnly: true,
      cell: ({ reminded }) =>
        reminded === null ? (
          '–'
        ) : (
          <TwoLineCell below={t('remindedBy', { name: reminded.by_name })}>{<TimeAgo at={reminded.at} />}</TwoLineCell>
        ),
    },
  ];
}

/** The actions on one row. */
const concernMenu = (
  actions: readonly ActionChoice[],
  onAct: (action: ConcernAction, concerns: readonly TrainingConcern[]) => void,
): Column<TrainingConcern> => ({
  ...createActionsColumn((concern) => (
    <RowMenu label={t('actionsFor', { person: concern.full_name, module: concern.module })}>
      {actions.map(({ action, label }) => (
        <MenuItem key={action} onClick={() => onAct(action, [concern])}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )),
  nowrap: true,
});

/** Links to the person's page for those who may open it: not for managers without another permission. */
function Person({ of: { user_id, full_name } }: { of: TrainingConcern }) {
  const reach = usePermissionReach('learners:compare');
  const isTeam = use(IsTeamListContext);
  if (reach === undefined || (isTeam && reach === 'department')) return full_name;
  return (
    <TextLink to="/$workspace/people/$person" params={{ person: user_id }}>
      {full_name}
    </TextLink>
  );
}

function dateOf({ due_on, expires_on }: TrainingConcern, isCertificate: boolean): string {
  const day = isCertificate ? expires_on : due_on;
  return day === null ? '–' : formatDay(day);
}

const remindedInWords = ({ reminded }: TrainingConcern) =>
  reminded === null ? null : t('remindedAt', { at: formatRelativeTime(reminded.at), name: reminded.by_name });

interface SelectedConcernsProps {
  concerns: readonly TrainingConcern[];
  /** The number of trainings on the page. */
  shown: number;
  choices: readonly ActionChoice[];
  isReminding: boolean;
  onAct: (action: ConcernAction, concerns: readonly TrainingConcern[]) => void;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Actions on the selected trainings. */
function SelectedConcerns(props: SelectedConcernsProps) {
  const { concerns, shown, choices, isReminding, onAct, onSelectAll, onClear } = props;
  if (concerns.length === 0) return null;
  return (
    <SelectionBar
      label={t('selectedTrainings')}
      selected={t('trainings', { count: concerns.length })}
      onClear={onClear}
    >
      {choices.map(({ action, label }) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          loading={action === 'remind' && isReminding}
          onClick={() => onAct(action, concerns)}
        >
          {label}
        </Button>
      ))}
      {concerns.length < shown && (
        // On phones, whose lists have no header with a checkbox.
        <Button size="xs" variant="subtle" className={classes.narrow} onClick={onSelectAll}>
          {t('selectAll', { count: shown })}
        </Button>
      )}
    </SelectionBar>
  );
}

/** True within the list of a team. */
export const IsTeamListContext = createContext(false);

interface ConcernTableProps {
  label: string;
  query: ComponentProps<typeof PageState<TrainingConcernPage>>['query'];
  page: { limit: number; offset: number };
  onPage: (offset: number) => void;
  sort: ReturnType<typeof useListOrder<TrainingConcernOrder>>;
  isCertificate: boolean;
  /** What the reader may do about the trainings. */
  choices: readonly ActionChoice[];
  actions: ConcernActions;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** Said if there are none. */
  none: string;
}

/** A list of trainings that need attention, with what can be done about them. */
export function ConcernTable(props: ConcernTableProps) {
  const { label, query, page, onPage, sort, isCertificate, choices, actions, selected, onSelect, none } = props;
  return (
    <>
      <PageState query={query} what={t('listPeople')}>
        {({ concerns: found, total }) => {
          const columns = concernColumns(isCertificate);
          const rows =
            choices.length > 0
              ? [
                  createSelectionColumn({
                    rows: found,
                    idOf: ({ enrollment_id }) => enrollment_id,
                    labelOf: ({ full_name, module }) => t('selectOne', { person: full_name, module }),
                    labelOfAll: t('selectAllShown'),
                    selected,
                    onSelect,
                  }),
                  ...columns,
                  concernMenu(choices, actions.act),
                ]
              : columns;
          return (
            <PagedList
              what={t('trainingsListed', { count: total })}
              total={total}
              {...page}
              onPage={onPage}
              empty={<EmptyState title={none} headingLevel={3} icon={<IconCircleCheck size={28} stroke={1.5} />} />}
            >
              <DataTable
                label={label}
                columns={rows}
                rows={found}
                rowKey={({ enrollment_id }) => enrollment_id}
                sort={sort}
                isCompact
              />
              <SelectedConcerns
                concerns={found.filter(({ enrollment_id }) => selected.has(enrollment_id))}
                shown={found.length}
                choices={choices}
                isReminding={actions.isReminding}
                onAct={actions.act}
                onSelectAll={() => onSelect(new Set(found.map(({ enrollment_id }) => enrollment_id)))}
                onClear={() => onSelect(new Set())}
              />
            </PagedList>
          );
        }}
      </PageState>
      {actions.dialog}
    </>
  );
}
