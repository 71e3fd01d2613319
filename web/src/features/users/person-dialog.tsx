import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { User } from '@training/shared/users/users';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { PersonForm } from './person-form.tsx';
import type { PersonValues } from './person-values.ts';
import { updateFrom, emailTaken } from './person-values.ts';

interface PersonDialogProps {
  /** The person to edit, or `person: null` for a new one; null if the dialog is closed. */
  editing: { person: User | null } | null;
  onClose: () => void;
}

export function PersonDialog({ editing, onClose }: PersonDialogProps) {
  const person = useLast(editing)?.person ?? null;
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      title={person === null ? 'New person' : `Edit ${person.full_name}`}
    >
      {person === null ? <NewPerson onClose={onClose} /> : <ExistingPerson person={person} onClose={onClose} />}
    </Dialog>
  );
}

function NewPerson({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const upsert = trpc.users.upsert.useMutation();
  const inviting = trpc.users.changeSeveral.useMutation();
  const sendsMail = trpc.users.waysIn.useQuery().data?.sends_mail;
  const [invites, setInvites] = useState(true);
  const invite = async (id: string) => {
    const { outcomes } = await inviting.mutateAsync({ user_ids: [id], change: { kind: 'invite' } });
    return outcomes[0]?.refused?.detail;
  };
  const send = async (values: PersonValues) => {
    // The e-mail identifies the person: without this check, "New person" could change an existing one.
    const rehearsed = await upsert.mutateAsync({ ...values, preview: true });
    if (rehearsed.result !== 'created') throw emailTaken(rehearsed.is_active);
    const { id, full_name } = await upsert.mutateAsync(values);
    refresh();
    onClose();
    if (!sendsMail || !invites) return notify(`${full_name} was added.`);
    // The person is added even if the mail fails. The list shows that, and can send another one.
    const refused = await invite(id).catch((error: unknown) => problemOf(error).detail);
    notify(`${full_name} was added${refused === undefined ? ' and invited.' : `, but not invited: ${refused}`}`);
    refresh();
  };
  return (
    <PersonForm person={null} onSend={send} onCancel={onClose}>
      {sendsMail === false && (
        <Text size="sm" c="dimmed">
          This server doesn’t send mail. Copy a sign-in link from their row’s menu.
        </Text>
      )}
      {sendsMail && (
        <Switch
          label="Send an invitation by mail"
          description="It has a link that signs them in."
          checked={invites}
          onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
        />
      )}
    </PersonForm>
  );
}

function ExistingPerson({ person, onClose }: { person: User; onClose: () => void }) {
  const { session } = useWorkspace();
  const refresh = useRefresh();
  const upsert = trpc.users.upsert.useMutation();
  const send = async (values: PersonValues) => {
    const { result, full_name } = await upsert.mutateAsync(updateFrom(person, values));
    // Reload after changing one's own account, because the menu and pages depend on its role and department.
    if (result === 'updated' && person.email === session.email) return location.reload();
    notify(result === 'unchanged' ? 'Nothing changed.' : `${full_name} was saved.`);
    refresh();
    onClose();
  };
  return <PersonForm person={person} onSend={send} onCancel={onClose} />;
}

function useRefresh() {
  const utils = trpc.useUtils();
  return () => {
    void utils.users.invalidate();
    void utils.departments.invalidate();
  };
}
