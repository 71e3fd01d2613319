import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { NewerRevision } from '@training/shared/learning/learning';
import { exactTime } from '../../../lib/dates.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';

interface NewerProps {
  newer: NewerRevision;
  enrollment: string;
  moduleId: string;
}

/** Offers a newer version that was published meanwhile, with its changes. */
export function Newer({ newer, enrollment, moduleId }: NewerProps) {
  const utils = trpc.useUtils();
  const upgrading = trpc.learning.upgrade.useMutation({
    onSettled: () => utils.learning.open.invalidate({ module_id: moduleId }),
  });
  const changes = [...changed(newer.cards, 'card'), ...changed(newer.questions, 'question')];
  return (
    <Alert title="A newer version is available">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {newer.outdated
            ? 'The version that you started can no longer be finished.'
            : `Finish the version that you started by ${exactTime(newer.finish_by)}, or switch to the newer one.`}{' '}
          What hasn’t changed stays done.
        </Text>
        <List size="sm">
          {changes.length === 0 ? <List.Item>Only settings have changed.</List.Item> : null}
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
        {upgrading.error !== null && (
          <FailedState what="Couldn’t switch to the newer version" problem={problemOf(upgrading.error)} />
        )}
        <Button
          size="xs"
          loading={upgrading.isPending}
          onClick={() => upgrading.mutate({ enrollment_id: enrollment, revision: newer.revision })}
        >
          Switch to newer version
        </Button>
      </Stack>
    </Alert>
  );
}

function changed({ added, changed: other, removed }: NewerRevision['cards'], what: string): string[] {
  const say = (ids: string[], verb: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${ids.length === 1 ? what : `${what}s`} ${verb}`];
  return [...say(added, 'added'), ...say(other, 'changed'), ...say(removed, 'removed')];
}
