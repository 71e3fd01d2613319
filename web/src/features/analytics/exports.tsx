import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useWorkspace } from '../../lib/workspace.ts';
import type { AnalyticsScope } from './analytics-search.ts';

interface ExportsProps {
  scope: AnalyticsScope;
  from: string | undefined;
  to: string | undefined;
}

/** Downloads of all filtered data, as tables for a spreadsheet. */
export function Exports({ scope, from, to }: ExportsProps) {
  const { workspace } = useWorkspace();
  const query = new URLSearchParams(
    Object.entries({ ...scope, from, to }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const link = (table: string, label: string) => (
    <Button
      component="a"
      href={`/api/workspaces/${workspace.slug}/analytics/${table}?${query}`}
      download
      variant="default"
      size="xs"
      px="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {link('modules', 'Modules as CSV')}
      {link('learners', 'Learners as CSV')}
    </Group>
  );
}
