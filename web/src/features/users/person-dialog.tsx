import { Modal } from '@mantine/core';
import type { User } from '@training/shared/users';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/use-last.ts';
import { PersonForm } from './person-form.tsx';
import type { PersonValues } from './person-values.ts';
import { updateFrom, emailTaken } from './person-values.ts';

interface PersonDialogProps {
  /** Whom to edit, `person: null` for somebody new; null keeps the dialog closed. */
  editing: { person: User | null } | null;
  onClose: () => void;
}

export function PersonDialog({ editing, onClose }: PersonDialogProps) {
  const person = useLast(editing)?.person ?? null;
  return (
    <Modal
      opened={editing !== null}
      onClose={onClose}
      title={person === null ? 'New person' : `Edit ${person.full_name}`}
    >
      {person === null ? <NewPerson onClose={onClose} /> : <ExistingPerson person={person} onClose={onClose} />}
    </Modal>
  );
}

function NewPerson({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const upsert = trpc.users.upsert.useMutation();
  const send = async (values: PersonValues) => {
    // The e-mail says who is meant: without this look, "New person" could change somebody who is there already.
    const rehearsed = await upsert.mutateAsync({ ...values, preview: true });
    if (rehearsed.result !== 'created') throw emailTaken(rehearsed.is_active);
    const { full_name } = await upsert.mutateAsync(values);
    notify(`${full_name} is added.`);
    refresh();
    onClose();
  };
  return <PersonForm person={null} onSend={send} onCancel={onClose} />;
}

function ExistingPerson({ person, onClose }: { person: User; onClose: () => void }) {
  const { session } = useWorkspace();
  const refresh = useRefresh();
  const upsert = trpc.users.upsert.useMutation();
  const send = async (values: PersonValues) => {
    const { result, full_name } = await upsert.mutateAsync(updateFrom(person, values));
    // Menu and pages depend on one's own role and department; a full load shows what is left of them.
    if (result === 'updated' && person.email === session.email) return location.reload();
    notify(result === 'unchanged' ? 'Nothing was changed.' : `${full_name} is saved.`);
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
