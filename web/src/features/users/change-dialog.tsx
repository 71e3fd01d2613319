import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { ChangeOfPeople, PeopleOutcomes, Person } from '@training/shared/users/people';
import { Role } from '@training/shared/permissions';
import { type ReactNode, useState } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { roleName } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { OutcomeList, countedInWords, peopleInWords } from './outcome-list.tsx';

/** A requested change, and the people that it applies to. */
export interface AskedChange {
  kind: ChangeOfPeople['kind'];
  people: readonly Person[];
}

const whom = (people: readonly Person[]) => {
  const [first] = people;
  return people.length === 1 && first !== undefined ? first.full_name : peopleInWords(people.length);
};

const TITLES: Record<AskedChange['kind'], (whom: string) => string> = {
  deactivate: (name) => `Deactivate ${name}?`,
  reactivate: (name) => `Reactivate ${name}?`,
  move: (name) => `Move ${name}`,
  role: (name) => `Change the role of ${name}`,
  invite: (name) => `Invite ${name}?`,
};

const LABELS: Record<AskedChange['kind'], string> = {
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
  move: 'Move',
  role: 'Change role',
  invite: 'Send invitation',
};

interface ChangeDialogProps {
  /** Null if the dialog is closed. */
  asked: AskedChange | null;
  onClose: () => void;
  /** Called when all people were processed, including refused ones. */
  onDone: () => void;
}

/** Applies the same change to one or more people, and reports the refused ones. */
export function ChangeDialog({ asked, onClose, onDone }: ChangeDialogProps) {
  const shown = useLast(asked);
  return (
    <FormDialog
      opened={asked !== null}
      onClose={onClose}
      title={shown === null ? '' : TITLES[shown.kind](whom(shown.people))}
      size="md"
    >
      {shown !== null && <ChangeForm asked={shown} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function ChangeForm({ asked: { kind, people }, onClose, onDone }: ChangeDialogProps & { asked: AskedChange }) {
  const { session } = useWorkspace();
  const utils = trpc.useUtils();
  const departments = trpc.departments.list.useQuery();
  const change = trpc.users.changeSeveral.useMutation();
  const [departmentId, setDepartmentId] = useState('');
  const [role, setRole] = useState<Role>('learner');
  const [refusals, setRefusals] = useState<PeopleOutcomes['outcomes'] | null>(null);
  const names = new Map((departments.data ?? []).map(({ id, name }) => [id, name]));
  const send = async () => {
    const { outcomes } = await change.mutateAsync({
      user_ids: people.map(({ id }) => id),
      change: changeOf(kind, departmentId || null, role),
    });
    void utils.users.invalidate();
    void utils.departments.invalidate();
    const own = outcomes.find(({ email }) => email === session.email);
    // Reload after changing one's own account, because the menu and pages depend on its role and department.
    if (own?.refused === null && own.result !== 'unchanged' && kind !== 'invite') return location.reload();
    onDone();
    if (outcomes.some(({ refused }) => refused !== null)) return setRefusals(outcomes);
    notify(`${whom(people)}: ${countedInWords(outcomes)}.`);
    onClose();
  };
  if (refusals !== null) return <Refusals outcomes={refusals} names={names} onClose={onClose} />;
  return (
    <FormInDialog
      onSubmit={(event) => {
        event.preventDefault();
        // Errors are in `change.error`.
        send().catch(() => undefined);
      }}
      onClose={onClose}
      words={null}
      failure="couldn’t change anyone"
      problem={change.error === null ? null : problemOf(change.error)}
      submitLabel={LABELS[kind]}
      isSubmitting={change.isPending}
      danger={kind === 'deactivate'}
    >
      <Explanation kind={kind} people={people} />
      {kind === 'move' && (
        <NativeSelect
          label="Department"
          data={[{ value: '', label: 'None' }, ...[...names].map(([value, label]) => ({ value, label }))]}
          value={departmentId}
          onChange={({ currentTarget }) => setDepartmentId(currentTarget.value)}
          data-autofocus
        />
      )}
      {kind === 'role' && (
        <NativeSelect
          label="Role"
          data={Role.options.map((value) => ({ value, label: roleName(value) }))}
          value={role}
          onChange={({ currentTarget }) => setRole(Role.parse(currentTarget.value))}
          data-autofocus
        />
      )}
    </FormInDialog>
  );
}

function changeOf(kind: AskedChange['kind'], department_id: string | null, role: Role): ChangeOfPeople {
  if (kind === 'move') return { kind, department_id };
  if (kind === 'role') return { kind, role };
  return { kind };
}

const EXPLAINED: Record<AskedChange['kind'], ReactNode> = {
  deactivate: 'They’re signed out at once and can’t open this workspace. Their results and history stay.',
  reactivate: 'They can sign in again, with the same role and department.',
  move: 'Assignments of the new department apply at once. Unfinished ones of the old department are withdrawn.',
  role: 'It applies at once. A trainer needs a department first.',
  invite: 'They get an e-mail with a sign-in link. It expires in 7 days and works once.',
};

function Explanation({ kind, people }: AskedChange) {
  const { session } = useWorkspace();
  const isSelf = kind !== 'invite' && people.some(({ email }) => email === session.email);
  return (
    <>
      <Text>{EXPLAINED[kind]}</Text>
      {isSelf && <Text fw={500}>You’re one of them.</Text>}
      {people.length > 1 && (
        <Text size="sm" c="dimmed">
          {people
            .slice(0, 8)
            .map(({ full_name }) => full_name)
            .join(', ')}
          {people.length > 8 && ` and ${(people.length - 8).toLocaleString()} more`}
        </Text>
      )}
    </>
  );
}

interface RefusalsProps {
  outcomes: PeopleOutcomes['outcomes'];
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Refusals({ outcomes, names, onClose }: RefusalsProps) {
  return (
    <Stack>
      <Alert color="yellow" role="alert" title={countedInWords(outcomes)}>
        Refused changes were not made.
      </Alert>
      <OutcomeList label="Refused" outcomes={outcomes.filter(({ refused }) => refused !== null)} departments={names} />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
