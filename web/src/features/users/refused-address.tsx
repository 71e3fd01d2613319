import { Stack, Text } from '@mantine/core';
import type { MailFailure } from '@training/shared/notifications/mail-failures';
import type { User } from '@training/shared/users/users';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';

interface RefusedAddressProps {
  person: User;
  failure: MailFailure;
}

/** Explains why the person gets no mails. */
export function RefusedAddress({ person, failure }: RefusedAddressProps) {
  const mayTry = useMay('users:write') !== undefined;
  const utils = trpc.useUtils();
  const again = trpc.notifications.tryMailAgain.useMutation();
  const onTry = () =>
    again.mutate(
      { user_id: person.id },
      {
        onSuccess: () => {
          notify(`${person.full_name} gets e-mails again.`);
          void utils.notifications.mailFailures.invalidate();
        },
      },
    );
  return (
    <Stack gap={4} mt={4} align="flex-start">
      <Text size="xs" fw={400} c="var(--mantine-color-error)">
        Doesn’t get e-mails: the address was refused. {failure.error}
      </Text>
      {mayTry && (
        <RowButton aria-label={`Send again to ${person.full_name}`} loading={again.isPending} onClick={onTry}>
          Send again
        </RowButton>
      )}
      {again.error !== null && (
        <Text size="xs" fw={400} role="alert" c="var(--mantine-color-error)">
          {problemOf(again.error).detail}
        </Text>
      )}
    </Stack>
  );
}
