import { Group, Loader, Text } from '@mantine/core';
import type { DriveCard } from '@training/shared/drives/drive-cards';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useMay } from '../../../lib/workspace.ts';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameOf, formatScanProgress } from '../drive-words.ts';

/** Starts a full scan and shows its progress. */
export function Scan({ drive }: { drive: DriveCard }) {
  const { id, scan, state, folder_count } = drive;
  const reach = useMay('drives:scan');
  const list = trpc.useUtils().drives.list;
  const start = trpc.drives.scan.useMutation({ onSettled: () => void list.invalidate() });
  return (
    <>
      <Group gap="sm" align="flex-start">
        {reach !== undefined && (
          <ExplainedButton
            size="xs"
            variant="default"
            why={obstacleOf(drive)}
            loading={start.isPending}
            onClick={() => start.mutate({ id })}
            aria-label={`Scan now: ${nameOf(drive)}`}
          >
            Scan now
          </ExplainedButton>
        )}
        <output>
          {scan !== null && (
            <Group gap="xs" mt={4}>
              <Loader size={16} color="gray" aria-hidden />
              <Text>
                Scanning since <Time at={scan.started_at} />
                {scan.requested_by !== null && `, started by ${scan.requested_by}`}: {formatScanProgress(scan)} so far.
              </Text>
            </Group>
          )}
        </output>
        {scan === null && reach === 'department' && folder_count > 0 && (
          <Text c="dimmed" size="xs" mt={6}>
            It covers your department’s folders.
          </Text>
        )}
      </Group>
      {start.error !== null && scan === null && state !== 'disconnected' && (
        <FailedState what="Couldn’t start the scan" problem={problemOf(start.error)} />
      )}
    </>
  );
}

function obstacleOf({ scan, state, folder_count }: DriveCard): string | null {
  if (scan !== null) return 'A scan is running.';
  if (state === 'reconnect_needed') return 'Reconnect the drive first.';
  return folder_count === 0 ? 'Pick a folder first.' : null;
}
