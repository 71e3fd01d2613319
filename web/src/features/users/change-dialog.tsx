import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { BulkPersonChange, PersonChangeOutcomes, Person } from '@training/shared/users/people';
import { Role } from '@training/shared/permissions';
import { useState } from 'react';
import { roleNameOf } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { FormDialog, FormInDialog, formStateOfMutations } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { PersonOutcomeList, outcomeCountsInWords, peopleCountInWords } from './outcome-list.tsx';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** A requested change, and the people that it applies to. */
export interface RequestedPeopleChange {
  kind: BulkPersonChange['kind'];
  people: readonly Person[];
}

const whom = (people: readonly Person[]) => {
  const [first] = people;
  return people.length === 1 && first !== undefined ? first.full_name : peopleCountInWords(people.length);
};

/** Returns the dialog's title: "Deactivate 3 people?" */
const titleOf = ({ kind, people }: RequestedPeopleChange) => t(`changeTitle.${kind}`, { whom: whom(people) });

interface ChangeDialogProps {
  /** Null if the dialog is closed. */
  asked: RequestedPeopleChange | null;
  onClose: () => void;
  /** Called when all people were processed, including refused ones. */
  onDone: () => void;
}

/** Applies the same change to one or more people, and reports the refused ones. */
export function ChangePeopleDialog({ asked, onClose, onDone }: ChangeDialogProps) {
  return (
    <FormDialog opened={asked !== null} onClose={onClose} title={asked && titleOf(asked)} size="md">
      {asked && <ChangeForm asked={asked} onClose={onClose} onDone={onDone} />}
    </FormDialog>
  );
}

function ChangeForm({
  asked: { kind, people },
  onClose,
  onDone,
}: ChangeDialogProps & { asked: RequestedPeopleChange }) {
  const { session } = useWorkspaceSession();
  const utils = trpc.useUtils();
  const departments = trpc.departments.list.useQuery();
  const change = trpc.users.changeSeveral.useMutation({
    onSuccess: ({ outcomes }) => {
      void utils.users.invalidate();
      void utils.departments.invalidate();
      const own = outcomes.find(({ email }) => email === session.email);
      // Reload after changing one's own account, because the menu and pages depend on its role and department.
      if (own?.refused === null && own.result !== 'unchanged' && kind !== 'invite') return location.reload();
      onDone();
      if (outcomes.some(({ refused }) => refused !== null)) return setRefusals(outcomes);
      notify(`${whom(people)}: ${outcomeCountsInWords(outcomes)}.`);
      onClose();
    },
  });
  const [departmentId, setDepartmentId] = useState('');
  const [role, setRole] = useState<Role>('learner');
  const [refusals, setRefusals] = useState<PersonChangeOutcomes['outcomes'] | null>(null);
  const names = new Map((departments.data ?? []).map(({ id, name }) => [id, name]));
  if (refusals !== null) return <Refusals outcomes={refusals} names={names} onClose={onClose} />;
  return (
    <FormInDialog
      onSubmit={() =>
        change.mutate({ user_ids: people.map(({ id }) => id), change: changeOf(kind, departmentId || null, role) })
      }
      onClose={onClose}
      storedInput={null}
      failure={t('failedToChangeAnyone')}
      {...formStateOfMutations(change)}
      submitLabel={t(`changeLabel.${kind}`)}
      danger={kind === 'deactivate'}
    >
      <Explanation kind={kind} people={people} />
      {kind === 'move' && (
        <NativeSelect
          label={t('department')}
          data={[{ value: '', label: t('none') }, ...[...names].map(([value, label]) => ({ value, label }))]}
          value={departmentId}
          onChange={({ currentTarget }) => setDepartmentId(currentTarget.value)}
          data-autofocus
        />
      )}
      {kind === 'role' && (
        <NativeSelect
          label={t('role')}
          data={Role.options.map((value) => ({ value, label: roleNameOf(value) }))}
          value={role}
          onChange={({ currentTarget }) => setRole(Role.parse(currentTarget.value))}
          data-autofocus
        />
      )}
    </FormInDialog>
  );
}

function changeOf(kind: RequestedPeopleChange['kind'], department_id: string | null, role: Role): BulkPersonChange {
  if (kind === 'move') return { kind, department_id };
  if (kind === 'role') return { kind, role };
  return { kind };
}

function Explanation({ kind, people }: RequestedPeopleChange) {
  const { session } = useWorkspaceSession();
  const isSelf = kind !== 'invite' && people.some(({ email }) => email === session.email);
  return (
    <>
      <Text>{t(`changeExplained.${kind}`)}</Text>
      {isSelf && <Text fw={500}>{t('youreOneThem')}</Text>}
      {people.length > 1 && (
        <Text size="sm" c="dimmed">
          {namesOf(people)}
        </Text>
      )}
    </>
  );
}

/** Names the first eight people, and counts the others. */
function namesOf(people: readonly Person[]): string {
  const names = people.slice(0, 8).map(({ full_name }) => full_name);
  const more = people.length - names.length;
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names);
  return more === 0 ? list : t('andMore', { names: list, more });
}

interface RefusalsProps {
  outcomes: PersonChangeOutcomes['outcomes'];
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Refusals({ outcomes, names, onClose }: RefusalsProps) {
  return (
    <Stack>
      <Alert color="yellow" role="alert" title={outcomeCountsInWords(outcomes)}>
        {t('refusedChangesWereNot')}
      </Alert>
      <PersonOutcomeList
        label={t('refused')}
        outcomes={outcomes.filter(({ refused }) => refused !== null)}
        departments={names}
      />
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  );
}
