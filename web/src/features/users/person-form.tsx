import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Role, type User } from '@training/shared/users/users';
import type { ReactNode } from 'react';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { PersonValues } from './person-values.ts';

/** The purpose of each role in one line (rules/roles 1). */
const ROLE_PURPOSES: Record<Role, string> = {
  learner: 'Takes courses.',
  trainer: 'Writes and assigns courses for one department.',
  content_manager: 'Reviews and publishes what trainers write.',
  auditor: 'Reads everything, including the audit log. Can’t change anything.',
  super_admin: 'Manages people, tokens and settings.',
};

interface PersonFormProps {
  /** Null for a new person. */
  person: User | null;
  onSend: (values: PersonValues) => Promise<void>;
  onCancel: () => void;
  /** Additional fields above the buttons. */
  children?: ReactNode;
}

export function PersonForm({ person, onSend, onCancel, children }: PersonFormProps) {
  const departments = trpc.departments.list.useQuery();
  const given: PersonValues = {
    email: person?.email ?? '',
    full_name: person?.full_name ?? '',
    role: person?.role ?? 'learner',
    department_id: person?.department_id ?? null,
  };
  const at = ['person', person?.id ?? 'new'] as const;
  const { form, problem, onSubmit, words } = useContractForm(PersonValues, given, at);
  const { role, department_id } = form.values;
  const isTrainer = role === 'trainer';
  const cancel = () => {
    words.discard();
    onCancel();
  };
  return (
    <form noValidate onSubmit={onSubmit(onSend)}>
      <Stack>
        <RestoredNotice words={words} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          readOnly={person !== null}
          variant={person === null ? 'default' : 'filled'}
          description={person === null ? 'They sign in with this address.' : 'E-mail can’t be changed.'}
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
        {children}
        {problem !== null && (
          <FailedState what={person === null ? 'couldn’t add the person' : 'couldn’t save'} problem={problem} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
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
