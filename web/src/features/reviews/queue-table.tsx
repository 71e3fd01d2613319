import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ListReviews, QueueRow } from '@training/shared/reviews/reviews';
import { useEffect, useState, type RefObject, useRef } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import type { Sort } from '../../ui/lists/sort-control.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { SectionStateBadge } from '../courses/states.tsx';
import { exactTime } from '../../lib/i18n/dates.ts';
import { useShortcut } from '../../lib/shortcuts.ts';

const MINUTE = 60_000;

/** Shows a waiting time: "3 days", "1 hour". Updates every minute. */
function Waiting({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={since} title={exactTime(since)}>
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
      const words = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' });
      return words.format(Math.trunc(duration / length));
    }
  }
  return 'less than a minute';
}

type QueueState = ListReviews['state'];

const columnsOf = (state: QueueState): Column<QueueRow>[] => [
  { key: 'module', header: 'Module', isSortable: true, cell: (row) => <Module row={row} /> },
  ...(state === 'waiting'
    ? []
    : [{ key: 'sent_back', header: 'Changes requested', cell: (row: QueueRow) => <SentBack row={row} /> }]),
  {
    key: 'waiting',
    header: state === 'waiting' ? 'Waiting' : 'Open for',
    nowrap: true,
    isSortable: true,
    cell: ({ submitted_at }) => <Waiting since={submitted_at} />,
  },
  { key: 'submitted_by', header: 'Submitted by', isSortable: true, cell: (row) => <Submitted row={row} /> },
  {
    key: 'flashcards',
    header: 'Flashcards',
    cell: (row) => <SectionStateBadge state={row.sections.flashcards} isForReviewers />,
  },
  { key: 'quiz', header: 'Quiz', cell: (row) => <SectionStateBadge state={row.sections.quiz} isForReviewers /> },
  { key: 'claimed', header: 'Claimed by', cell: (row) => <Claim row={row} /> },
];

const COLUMNS = { waiting: columnsOf('waiting'), sent_back: columnsOf('sent_back') };
const LABELS = { waiting: 'Waiting for review', sent_back: 'Changes requested' };

interface QueueTableProps {
  rows: QueueRow[];
  state: QueueState;
  sort: Sort;
}

export function QueueTable({ rows, state, sort }: QueueTableProps) {
  const list = useRowKeys('module', 'Review');
  return (
    <div ref={list}>
      <DataTable
        label={LABELS[state]}
        columns={COLUMNS[state]}
        rows={rows}
        rowKey={({ module_id }) => module_id}
        isMuted={({ mine }) => mine}
        sort={sort}
      />
    </div>
  );
}

function Module({ row: { module_id, title, course, department, mine, status } }: { row: QueueRow }) {
  const { workspace } = useWorkspace();
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <TextLink to="/$workspace/reviews/$module" params={{ workspace: workspace.slug, module: module_id }}>
          {title}
        </TextLink>
        {mine && (
          <Badge size="sm" variant="dot" color="orange">
            Your own work, others decide
          </Badge>
        )}
        {status === 'published' && (
          <Badge size="sm" variant="dot" color="green">
            Revision of a published module
          </Badge>
        )}
      </Group>
      <Text c="dimmed">
        <span aria-hidden="true">{course.emoji} </span>
        {course.title} · {department ?? 'No department'}
      </Text>
    </Stack>
  );
}

function Submitted({ row: { submitted_by, round } }: { row: QueueRow }) {
  return (
    <Stack gap={0}>
      <span>{submitted_by || 'Not recorded'}</span>
      <Text c="dimmed">{round === 1 ? 'first round' : `round ${round}`}</Text>
    </Stack>
  );
}

/** The latest query, if several sections were sent back. */
function SentBack({ row: { sent_back } }: { row: QueueRow }) {
  if (sent_back === null) return <Text c="dimmed">No longer</Text>;
  return (
    <Stack gap={0}>
      <Time at={sent_back.at} />
      <Text c="dimmed">by {sent_back.by || 'someone'}</Text>
    </Stack>
  );
}

function Claim({ row: { claimed_by } }: { row: QueueRow }) {
  const { user } = useWorkspace();
  if (claimed_by === null) return <Text c="dimmed">No one</Text>;
  return <span>{claimed_by.id === user.id ? 'You' : claimed_by.name}</span>;
}

/**
 * Moves between the rows of a list with J and K, by focusing each row's first link. Returns a ref for the element
 * around the rows.
 * @param what The singular for the list of shortcuts, such as "module".
 */
function useRowKeys(what: string, group: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => {
    const rows = Array.from(list.current?.querySelectorAll('tbody tr, li') ?? []);
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const link = rows[here === -1 ? 0 : here + step]?.querySelector('a');
    link?.scrollIntoView({ block: 'nearest' });
    link?.focus({ preventScroll: true });
  };
  useShortcut({ keys: 'j', does: `Next ${what}`, group }, () => move(1));
  useShortcut({ keys: 'k', does: `Previous ${what}`, group }, () => move(-1));
  return list;
}
