import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AuditCursor, AuditEvent, AuditFilters, AuditLine, AuditLinePage } from '@training/shared/audit/audit';
import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { EventAction } from '@training/shared/events/events';
import { ActorKind } from '@training/shared/events/outgoing-events';
import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { addDaysToToday } from '../../lib/i18n/dates.ts';
import { downloadFile } from '../../lib/save-file.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { AuditFilterBar } from './audit-filters.tsx';
import { AuditLogLine } from './audit-line.tsx';
import type { AuditSearchParams } from './audit-search.ts';
import framed from '../../ui/lists/framed-list.module.css';
import classes from './audit.module.css';
import { EvidencePackButton } from './evidence-pack-dialog.tsx';
import { formatDayHeading } from './zoned-time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

const HEADER = [
  'at',
  'action',
  'actor_kind',
  'actor_id',
  'actor',
  'subject_kind',
  'subject_id',
  'subject',
  'changes',
  'request_id',
  'ip',
];

/** Returns the header and one row per event, in the contract's terms: the export is for programs and as evidence. */
function auditCsvRows(events: AuditEvent[]): string[][] {
  return [HEADER, ...events.map(rowOf)];
}

function rowOf({ at, action, actor, subject, changes, request_id, ip }: AuditEvent): string[] {
  return [
    at,
    action,
    actor.kind,
    actor.id ?? '',
    actor.name,
    subject.kind,
    subject.id ?? '',
    subject.name,
    changes === null ? '' : JSON.stringify(changes),
    request_id ?? '',
    ip ?? '',
  ];
}

/** The maximum page size of the API. */
const PAGE_SIZE = 500;

/** Exports all filtered events, not only the current page. */
function ExportButton({ filters }: { filters: AuditFilters }) {
  const { workspace } = useWorkspaceSession();
  const { client } = trpc.useUtils();
  const [progress, setProgress] = useState('');
  const exporting = useMutation({
    mutationFn: async () => {
      // New events shift the pages while exporting: some events come twice, none is missed.
      const events = new Map<string, AuditEvent>();
      for (let offset = 0, total = 1; offset < total; offset += PAGE_SIZE) {
        const page = await client.audit.list.query({ ...filters, limit: PAGE_SIZE, offset });
        for (const event of page.events) events.set(event.id, event);
        total = page.total;
        setProgress(t('progress', { done: Math.min(offset + PAGE_SIZE, total), total }));
      }
      const day = addDaysToToday(0);
      const rows = auditCsvRows([...events.values()]);
      downloadFile(
        `audit-log-${workspace.slug}-${day}.csv`,
        'text/csv',
        CSV_BYTE_ORDER_MARK + rows.map(toCsvRow).join(''),
      );
      return events.size;
    },
    onSuccess: (count) => notify(t('exported', { count })),
    onSettled: () => setProgress(''),
  });
  return (
    <Group gap="xs">
      {exporting.error !== null && (
        <Text size="sm" role="alert">
          {t('failedToExport', { why: toDisplayableProblem(exporting.error).detail })}
        </Text>
      )}
      {exporting.isPending && (
        <Text size="sm" c="dimmed" component="output">
          {progress}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t('exportAsCsv')}
      </Button>
    </Group>
  );
}

/** Ranges that end today, with their number of days. */
const RANGES = { today: 1, '7d': 7, '30d': 30 } as const;

/** Returns the filters in the server's format. */
function auditFilters({ action, actor, person, q, range, from, to }: AuditSearchParams): AuditFilters {
  return {
    action: EventAction.safeParse(action).data,
    actor_kind: ActorKind.safeParse(actor).data,
    by: person,
    search: q,
    days: range === undefined ? undefined : RANGES[range],
    first_day: from,
    last_day: to,
  };
}

const route = getRouteApi('/$workspace/audit');

export function AuditLogPage() {
  const mayExport = usePermissionReach('audit:export') !== undefined;
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/audit' });
  const filters = auditFilters(search);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const log = useLines(filters);
  // Each filter is a history entry, but not each pause while typing a search.
  const filter = (change: AuditSearchParams) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: 'q' in change });
  const clear = isFiltered ? () => void navigate({ search: {} }) : undefined;
  const lines = log.data?.pages.flatMap((page) => page.lines);
  const personName = lines?.find(({ actor }) => actor.id === search.person)?.actor.name;
  return (
    <>
      <PageHeader
        title={t('auditLog')}
        description={t('description')}
        actions={
          mayExport && (
            <>
              <EvidencePackButton />
              <ExportButton filters={filters} />
            </>
          )
        }
      />
      <AuditFilterBar search={search} asked={filters} personName={personName} onFilter={filter} onClear={clear} />
      <PageState query={log} what={t('theAuditLog')}>
        {({ pages }) => (
          <>
            <Days lines={lines ?? []} timeZone={pages[0]?.time_zone ?? 'UTC'} />
            {lines?.length === 0 && <NoEntries onClear={clear} />}
            {log.hasNextPage && (
              <Group justify="center" mt="md">
                <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  {t('showOlder')}
                </Button>
              </Group>
            )}
          </>
        )}
      </PageState>
    </>
  );
}

/** Queries the log page by page. Not with tRPC's own hook, which would send the cursor in an additional field. */
function useLines(filters: AuditFilters) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery<AuditLinePage, unknown, InfiniteData<AuditLinePage>, QueryKey, AuditCursor | undefined>({
    queryKey: ['audit lines', filters],
    queryFn: ({ pageParam: cursor, signal }) => client.audit.lines.query({ ...filters, cursor }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Lines grouped by the workspace's local day. */
function Days({ lines, timeZone }: { lines: AuditLine[]; timeZone: string }) {
  return (
    <Stack gap="lg">
      {[...Map.groupBy(lines, ({ day }) => day)].map(([day, ofDay]) => {
        const title = formatDayHeading(day, timeZone);
        return (
          <section key={day}>
            <Title order={2} className={classes.day}>
              {title} <small>{timeZone}</small>
            </Title>
            <ul className={framed.list} aria-label={t('auditLogOf', { day: title })}>
              {ofDay.map((line) => (
                <AuditLogLine key={line.id} line={line} timeZone={timeZone} />
              ))}
            </ul>
          </section>
        );
      })}
    </Stack>
  );
}

function NoEntries({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      title={onClear === undefined ? t('noEntriesYet') : t('noEntriesMatch')}
      icon={<IconHistory size={28} stroke={1.5} />}
      action={
        onClear !== undefined && (
          <Button variant="default" onClick={onClear}>
            {t('showAllEntries')}
          </Button>
        )
      }
    >
      {onClear === undefined ? t('changesWillAppear') : t('clearOrChoose')}
    </EmptyState>
  );
}
