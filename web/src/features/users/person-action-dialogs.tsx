import type { Person } from '@training/shared/users/people';
import { useState } from 'react';
import { Text } from '@mantine/core';
import type { User } from '@training/shared/users/users';
import { type RequestedPeopleChange, ChangePeopleDialog } from './change-dialog.tsx';
import type { PersonAction } from './person-actions.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { SignInLinkDialog } from './sign-in-link-dialog.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

const PersonDialog = lazyDialog(async () => (await import('./person-dialog.tsx')).PersonDialog, { editing: null });

/** Returns the dialogs for all actions on people, and functions to open them. */
export function usePersonActionDialogs(onDone: () => void = () => undefined) {
  // A new object per opening resets the form.
  const [editing, setEditing] = useState<{ person: Person | null } | null>(null);
  const [switching, setSwitching] = useState<Person | null>(null);
  const [linking, setLinking] = useState<Person | null>(null);
  const [asked, setAsked] = useState<RequestedPeopleChange | null>(null);
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
        <ChangePeopleDialog asked={asked} onClose={() => setAsked(null)} onDone={onDone} />
      </>
    ),
  };
}

/** Deactivates an active person, or reactivates an inactive one. The dialog is closed while `person` is null. */
function ActivationDialog({ person, onClose }: { person: User | null; onClose: () => void }) {
  const { session } = useWorkspaceSession();
  const utils = trpc.useUtils();
  const save = trpc.users.save.useMutation();
  const { id, is_active: deactivates = false, full_name: name = '', email = null } = person ?? {};
  const onConfirm = () =>
    save.mutate(
      { id, deactivate: deactivates },
      {
        onSuccess: () => {
          notify(t(deactivates ? 'wasDeactivated' : 'wasReactivated', { name }));
          void utils.users.invalidate();
          void utils.departments.invalidate();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={person !== null}
      onClose={onClose}
      title={t(deactivates ? 'changeTitle.deactivate' : 'changeTitle.reactivate', { whom: name })}
      confirmLabel={deactivates ? t('changeLabel.deactivate') : t('changeLabel.reactivate')}
      failed={deactivates ? t('failedToDeactivate') : t('failedToReactivate')}
      danger={deactivates}
      mutation={save}
      onConfirm={onConfirm}
    >
      {deactivates ? (
        <>
          <Text>
            {email === session.email
              ? t.nodes('youLoseAccess', { strong: (text) => <strong>{text}</strong> })
              : t('theyLoseAccess', { name })}
          </Text>
          <Text mt="xs" size="sm" c="dimmed">
            {t('reactivateInactivePerson')}
          </Text>
        </>
      ) : (
        <Text>{email === null ? t('isBackAgain', { name }) : t('canSignInAgain', { name, email })}</Text>
      )}
    </ConfirmDialog>
  );
}
