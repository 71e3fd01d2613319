import { Text } from '@mantine/core';
import type { User } from '@training/shared/users/users';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';

/** Deactivates an active person, or reactivates an inactive one. The dialog is closed while `person` is null. */
export function ActivationDialog({ person, onClose }: { person: User | null; onClose: () => void }) {
  const { session } = useWorkspace();
  const utils = trpc.useUtils();
  const upsert = trpc.users.upsert.useMutation();
  const { is_active: deactivates = false, full_name: name = '', email = '' } = useLast(person) ?? {};
  const close = () => {
    upsert.reset();
    onClose();
  };
  const onConfirm = () =>
    upsert.mutate(
      { email, deactivate: deactivates },
      {
        onSuccess: () => {
          notify(deactivates ? `${name} was deactivated and signed out.` : `${name} was reactivated.`);
          void utils.users.invalidate();
          void utils.departments.invalidate();
          close();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={person !== null}
      onClose={close}
      title={deactivates ? `Deactivate ${name}?` : `Reactivate ${name}?`}
      confirmLabel={deactivates ? 'Deactivate' : 'Reactivate'}
      danger={deactivates}
      mutation={upsert}
      onConfirm={onConfirm}
    >
      {deactivates ? (
        <>
          <Text>
            {email === session.email ? (
              <strong>This is you. You lose access to this workspace at once. </strong>
            ) : (
              <>{name} is signed out at once and can’t open this workspace. </>
            )}
            Results, certificates and history stay.
          </Text>
          <Text mt="xs" size="sm" c="dimmed">
            You can reactivate an inactive person at any time.
          </Text>
        </>
      ) : (
        <Text>
          {name} can sign in again with {email}, with the same role and department. All results are still there.
        </Text>
      )}
    </ConfirmDialog>
  );
}
