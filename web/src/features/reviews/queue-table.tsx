import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ListReviews, ReviewQueueRow } from '@training/shared/reviews/reviews';
import { useEffect, useState, type RefObject, useRef } from 'react';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import type { TableSort } from '../../ui/lists/sort-control.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { SectionStateBadge } from '../courses/states.tsx';
import { formatTimeToTheSecond } from '../../lib/i18n/dates.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

const MINUTE = 60_000;

/** Shows a waiting time: "3 days", "1 hour". Updates every minute. */
function Waiting({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} title={formatTimeToTheSecond(since)}>
      {durationWords(now - Date.parse(since))}
    </time>
  );
}

/** Units from the largest down, each with its length in milliseconds. */
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

function durationWords(duration: number): string {
  for (const [unit, length] of UNITS) {
    if (duration >= length) {
      const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
      return words.format(Math.trunc(duration / length));
    }
  }
  return t('lessThanMinute');
}

type QueueState = ListReviews['state'];

const columnsOf = (state: QueueState): Column<ReviewQueueRow>[] => [
  { key: 'module', header: t('module'), isSortable: true, cell: (row) => <Module row={row} /> },
  ...(state === 'waiting'
    ? []
    : [{ key: 'sent_back', header: t('changesRequested'), cell: (row: ReviewQueueRow) => <SentBack row={row} /> }]),
  {
    key: 'waiting',
    header: state === 'waiting' ? t('waiting') : t('openFor'),
    nowrap: true,
    isSortable: true,
    cell: ({ submitted_at }) => <Waiting since={submitted_at} />,
  },
  { key: 'submitted_by', header: t('submittedBy'), isSortable: true, cell: (row) => <Submitted row={row} /> },
  {
    key: 'flashcards',
    header: t('flashcards'),
    cell: (row) => <SectionStateBadge state={row.sections.flashcards} isForReviewers />,
  },
  { key: 'quiz', header: t('quiz'), cell: (row) => <SectionStateBadge state={row.sections.quiz} isForReviewers /> },
  { key: 'claimed', header: t('claimedBy'), cell: (row) => <Claim row={row} /> },
];

const LABELS = { waiting: 'waitingForReview', sent_back: 'changesRequested' } as const;

interface QueueTableProps {
  rows: ReviewQueueRow[];
  state: QueueState;
  sort: TableSort;
}

export function ReviewQueueTable({ rows, state, sort }: QueueTableProps) {
  const list = useRowKeys();
  return (
    <div ref={list}>
      <DataTable
        label={t(LABELS[state])}
        columns={columnsOf(state)}
        rows={rows}
        rowKey={({ module_id }) => module_id}
        isMuted={({ mine }) => mine}
        sort={sort}
      />
    </div>
  );
}

function Module({ row: { module_id, title, course, department, mine, status } }: { row: ReviewQueueRow }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <TextLink to="/$workspace/reviews/$module" params={{ module: module_id }}>
          {title}
        </TextLink>
        {mine && (
          <Badge size="sm" variant="dot" color="orange">
            {t('ownWorkOthersDecide')}
          </Badge>
        )}
        {status === 'published' && (
          <Badge size="sm" variant="dot" color="green">
            {t('revisionOfPublished')}
          </Badge>
        )}
      </Group>
      <Text c="dimmed">
        <span aria-hidden="true">{course.emoji} </span>
        <bdi>{course.title}</bdi> · <bdi>{department ?? t('noDepartment')}</bdi>
      </Text>
    </Stack>
  );
}

function Submitted({ row: { submitted_by, round } }: { row: ReviewQueueRow }) {
  return (
    <Stack gap={0}>
      <span>{submitted_by || t('notRecorded')}</span>
      <Text c="dimmed">{round === 1 ? t('firstRound') : t('nthRound', { round })}</Text>
    </Stack>
  );
}

/** The latest query, if several sections were sent back. */
function SentBack({ row: { sent_back } }: { row: ReviewQueueRow }) {
  if (sent_back === null) return <Text c="dimmed">{t('noLonger')}</Text>;
  return (
    <Stack gap={0}>
      <TimeAgo at={sent_back.at} />
      <Text c="dimmed">{sent_back.by === '' ? t('bySomeone') : t('byName', { name: sent_back.by })}</Text>
    </Stack>
  );
}

function Claim({ row: { claimed_by } }: { row: ReviewQueueRow }) {
  const { user } = useWorkspaceSession();
  if (claimed_by === null) return <Text c="dimmed">{t('noOne')}</Text>;
  return <span>{claimed_by.id === user.id ? t('you') : claimed_by.name}</span>;
}

/**
 * Moves between the rows of a list with J and K, by focusing each row's first link. Returns a ref for the element
 * around the rows.
 */
function useRowKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => {
    const rows = Array.from(list.current?.querySelectorAll('tbody tr, li') ?? []);
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const link = rows[here === -1 ? 0 : here + step]?.querySelector('a');
    link?.scrollIntoView({ block: 'nearest' });
    link?.focus({ preventScroll: true });
  };
  useShortcut({ keys: 'j', does: t('nextModule'), group: t('review') }, () => move(1));
  useShortcut({ keys: 'k', does: t('previousModule'), group: t('review') }, () => move(-1));
  return list;
}
