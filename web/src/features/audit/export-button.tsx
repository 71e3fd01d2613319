import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AuditEvent, AuditFilters } from '@training/shared/audit/audit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CSV_START, csvRow } from '@training/shared/csv';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { saveFile } from '../../lib/save-file.ts';
import { notify } from '../../ui/notify.ts';

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
export function ExportButton({ filters }: { filters: AuditFilters }) {
  const { workspace } = useWorkspace();
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
        setProgress(`${Math.min(offset + PAGE_SIZE, total).toLocaleString()} of ${total.toLocaleString()}`);
      }
      const day = new Date().toISOString().slice(0, 10);
      const rows = auditCsvRows([...events.values()]);
      saveFile(`audit-log-${workspace.slug}-${day}.csv`, 'text/csv', CSV_START + rows.map(csvRow).join(''));
      return events.size;
    },
    onSuccess: (count) => notify(`Exported ${count.toLocaleString()} ${count === 1 ? 'entry' : 'entries'}.`),
    onSettled: () => setProgress(''),
  });
  return (
    <Group gap="xs">
      {exporting.error !== null && (
        <Text size="sm" role="alert">
          Couldn’t export: {problemOf(exporting.error).detail}
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
        Export as CSV
      </Button>
    </Group>
  );
}
