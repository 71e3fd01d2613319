import classes from './users.module.css';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AuthoredOrReviewedModule, type PersonTraining, PersonTrainingOrder } from '@training/shared/users/people';
import { useState } from 'react';
import { formatDayOfTimestamp, formatLastDayBefore } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { usePermissionReach } from '../../lib/workspace.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** A module's title, linked to its page for those who may read all drafts. */
export function ModuleLink({ of }: { of: Pick<AuthoredOrReviewedModule, 'module' | 'module_id' | 'course_id'> }) {
  if (usePermissionReach('drafts:read') !== 'workspace') return of.module;
  return (
    <TextLink to="/$workspace/courses/$course/$module" params={{ course: of.course_id, module: of.module_id }}>
      {of.module}
    </TextLink>
  );
}

const PAGE_SIZE = 10;

const dayOr = (moment: string | null) => (moment === null ? '–' : formatDayOfTimestamp(moment));
const lastDayOr = (end: string | null) => (end === null ? '–' : formatLastDayBefore(end));

const statusInWords = ({ status, progress }: PersonTraining) =>
  status === 'in_progress' ? t('inProgressAt', { progress: formatPercent(progress) }) : t(`status.${status}`);

/** Returns the most important date, for narrow layouts. */
function momentInWords({ completed_at, due_at }: PersonTraining): string {
  if (completed_at !== null) return formatDayOfTimestamp(completed_at);
  return due_at === null ? '' : t('dueOn', { day: formatLastDayBefore(due_at) });
}

const trainingColumns = (): Column<PersonTraining>[] => [
  {
    key: 'module',
    header: t('module'),
    isSortable: true,
    cell: (training) => (
      <TwoLineCell
        below={
          training.cycle > 1 ? t('courseAndCycle', { course: training.course, cycle: training.cycle }) : training.course
        }
      >
        <ModuleLink of={training} />
      </TwoLineCell>
    ),
  },
  {
    key: 'status',
    header: t('statusOfPerson'),
    isSortable: true,
    nowrap: true,
    cell: (training) => (
      <>
        {statusInWords(training)}
        {training.attested !== null && (
          <Text size="xs" c="dimmed">
            {t('attestedFrom', { source: training.attested.source })}
          </Text>
        )}
        <Text size="xs" c="dimmed" className={classes.narrow}>
          {momentInWords(training)}
        </Text>
      </>
    ),
  },
  {
    key: 'due',
    header: t('due'),
    nowrap: true,
    isWideOnly: true,
    isSortable: true,
    cell: ({ due_at }) => lastDayOr(due_at),
  },
  {
    key: 'completed',
    header: t('status.completed'),
    nowrap: true,
    isWideOnly: true,
    isSortable: true,
    cell: ({ completed_at }) => dayOr(completed_at),
  },
  {
    key: 'score',
    header: t('score'),
    align: 'end',
    isWideOnly: true,
    isSortable: true,
    cell: ({ score }) => (score === null ? '–' : formatPercent(score)),
  },
  {
    key: 'expires',
    header: t('validUntil'),
    nowrap: true,
    isWideOnly: true,
    isSortable: true,
    cell: ({ expires_at }) => lastDayOr(expires_at),
  },
];

/** A person's assigned and completed trainings. */
export function PersonTrainingList({ of }: { of: string }) {
  const [offset, setOffset] = useState(0);
  const sort = useListOrder({
    list: 'training',
    keys: PersonTrainingOrder.options,
    initial: { by: 'status', isDescending: false },
    descendingFirst: ['completed', 'score'],
    onChange: () => setOffset(0),
  });
  const training = trpc.users.training.useQuery(
    { id: of, order: sort.by, descending: sort.isDescending, limit: PAGE_SIZE, offset },
    { placeholderData: keepPreviousData },
  );
  return (
    <Section title={t('training')}>
      <PageState query={training} what={t('theTraining')}>
        {({ training: rows, total }) => (
          <PagedList
            what={t('trainings')}
            total={total}
            limit={PAGE_SIZE}
            offset={offset}
            onPage={setOffset}
            empty={<Text c="dimmed">{t('trainingWillAppearHere')}</Text>}
          >
            <DataTable
              label={t('training')}
              columns={trainingColumns()}
              rows={rows}
              rowKey={({ enrollment_id }) => enrollment_id}
              sort={sort}
              isCompact
            />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}
