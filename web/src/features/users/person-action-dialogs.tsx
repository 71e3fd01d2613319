import type { Person } from '@training/shared/users/people';
import { useState } from 'react';
import { Text } from '@mantine/core';
import type { User } from '@training/shared/users/users';
import { type AskedChange, ChangeDialog } from './change-dialog.tsx';
import type { PersonAction } from './person-actions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { SignInLinkDialog } from './sign-in-link-dialog.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';

const PersonDialog = lazyDialog(async () => (await import('./person-dialog.tsx')).PersonDialog, { editing: null });

/** Returns the dialogs for all actions on people, and functions to open them. */
export function usePersonActions(onDone: () => void = () => undefined) {
  // A new object per opening resets the form.
  const [editing, setEditing] = useState<{ person: Person | null } | null>(null);
  const [switching, setSwitching] = useState<Person | null>(null);
  const [linking, setLinking] = useState<Person | null>(null);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const act = (action: PersonAction, person: Person) => {
    if (action === 'edit') setEditing({ person });
    else if (action === 'link') setLinking(person);
    else if (action === 'invite') setAsked({ kind: 'invite', people: [person] });
    else setSwitching(person);
  };
  return {
    act,
    add: () => setEditing({ person: null }),
    ask: setAsked,
    dialogs: (
      <>
        <PersonDialog editing={editing} onClose={() => setEditing(null)} />
        <ActivationDialog person={switching} onClose={() => setSwitching(null)} />
        <SignInLinkDialog person={linking} onClose={() => setLinking(null)} />
        <ChangeDialog asked={asked} onClose={() => setAsked(null)} onDone={onDone} />
      </>
    ),
  };
}

/** Deactivates an active person, or reactivates an inactive one. The dialog is closed while `person` is null. */
function ActivationDialog({ person, onClose }: { person: User | null; onClose: () => void }) {
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
      failed={deactivates ? 'Couldn’t deactivate' : 'Couldn’t reactivate'}
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
