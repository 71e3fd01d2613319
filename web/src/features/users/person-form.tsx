import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Role, type User } from '@training/shared/users';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { trpc } from '../../lib/trpc.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FailedState } from '../../ui/states.tsx';
import { PersonValues } from './person-values.ts';

/** What each role is for, in one line (rules/roles 1). */
const ROLE_PURPOSES: Record<Role, string> = {
  learner: 'Takes courses.',
  trainer: 'Writes courses for one department, and assigns them.',
  content_manager: 'Reviews and publishes what trainers write.',
  auditor: 'Reads everything, the audit log too, and changes nothing.',
  super_admin: 'Looks after people, tokens and settings.',
};

interface PersonFormProps {
  /** Null for somebody new. */
  person: User | null;
  onSend: (values: PersonValues) => Promise<void>;
  onCancel: () => void;
}

export function PersonForm({ person, onSend, onCancel }: PersonFormProps) {
  const departments = trpc.departments.list.useQuery();
  const { form, problem, onSubmit } = useContractForm(PersonValues, {
    email: person?.email ?? '',
    full_name: person?.full_name ?? '',
    role: person?.role ?? 'learner',
    department_id: person?.department_id ?? null,
  });
  const { role, department_id } = form.values;
  const isTrainer = role === 'trainer';
  return (
    <form noValidate onSubmit={onSubmit(onSend)}>
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          readOnly={person !== null}
          variant={person === null ? 'default' : 'filled'}
          description={
            person === null ? 'The address that they sign in with.' : 'Tells people apart, so it stays as it is.'
          }
          data-autofocus={person === null || undefined}
          {...form.getInputProps('email')}
        />
        <TextInput
          label="Full name"
          autoComplete="off"
          data-autofocus={person !== null || undefined}
          {...form.getInputProps('full_name')}
        />
        <NativeSelect
          label="Role"
          description={ROLE_PURPOSES[role]}
          data={Role.options.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          {...form.getInputProps('role')}
        />
        <NativeSelect
          label="Department"
          description={isTrainer ? 'A trainer needs one.' : undefined}
          data={[
            { value: '', label: isTrainer ? 'Choose a department' : 'None' },
            ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('department_id')}
          value={department_id ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('department_id', currentTarget.value || null)}
        />
        {problem !== null && (
          <FailedState what={person === null ? 'nobody was added' : 'nothing was saved'} problem={problem} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {person === null ? 'Add person' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
