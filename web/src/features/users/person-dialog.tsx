import { Switch, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { HandedSignInLink } from '@training/shared/users/people';
import { type User, Role, UpsertUser } from '@training/shared/users/users';
import type { z } from 'zod';
import { problemOf } from '../../lib/api/problem.ts';
import { wordsOf } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { roleName } from '../../lib/roles.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { HttpError } from '../../lib/api/http-error.ts';
import { LinkOnce } from './sign-in-link-dialog.tsx';

interface PersonDialogProps {
  /** The person to edit, or `person: null` for a new one; null if the dialog is closed. */
  editing: { person: User | null } | null;
  onClose: () => void;
}

export function PersonDialog({ editing, onClose }: PersonDialogProps) {
  const shown = useLast(editing);
  const person = shown?.person ?? null;
  const [handed, setHanded] = useState<Handed | null>(null);
  // Each opening has its own link: the one of an earlier person is not shown again.
  const link = handed !== null && handed.opening === shown ? handed : null;
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      title={link ? `Sign-in link for ${link.name}` : person === null ? 'New person' : `Edit ${person.full_name}`}
      closeOnClickOutside={link === null}
    >
      {link !== null && <LinkOnce link={link.link} name={link.name} onClose={onClose} />}
      {link === null && person === null && (
        <NewPerson onClose={onClose} onLink={(made, name) => setHanded({ opening: shown, link: made, name })} />
      )}
      {person !== null && <ExistingPerson person={person} onClose={onClose} />}
    </Dialog>
  );
}

/** A new person's link, and the opening of the dialog that it belongs to. */
interface Handed {
  opening: PersonDialogProps['editing'];
  link: HandedSignInLink;
  name: string;
}

interface NewPersonProps {
  onClose: () => void;
  onLink: (link: HandedSignInLink, name: string) => void;
}

function NewPerson({ onClose, onLink }: NewPersonProps) {
  const refresh = useRefresh();
  const upsert = trpc.users.upsert.useMutation();
  const inviting = trpc.users.changeSeveral.useMutation();
  const sendsMail = trpc.users.waysIn.useQuery().data?.sends_mail;
  const handOver = trpc.users.handOverLink.useMutation();
  const [invites, setInvites] = useState(true);
  const [linkChosen, setLinkChosen] = useState<boolean | null>(null);
  // Without mail, a link is the usual way in.
  const makesLink = linkChosen ?? sendsMail === false;
  const invite = async (id: string) => {
    const { outcomes } = await inviting.mutateAsync({ user_ids: [id], change: { kind: 'invite' } });
    const refused = outcomes[0]?.refused;
    return refused ? wordsOf(refused) : undefined;
  };
  const send = async (values: PersonValues) => {
    // The e-mail identifies the person: without this check, "New person" could change an existing one.
    const rehearsed = await upsert.mutateAsync({ ...values, preview: true });
    if (rehearsed.result !== 'created') throw emailTaken(rehearsed.is_active);
    const { id, full_name } = await upsert.mutateAsync(values);
    refresh();
    // The person is added even if the mail or the link fails. The list can send or create another one.
    const failed = (error: unknown) => problemOf(error).detail;
    const refused = sendsMail && invites ? await invite(id).catch(failed) : undefined;
    const outcome =
      !sendsMail || !invites ? '' : refused === undefined ? ' and invited' : `, but not invited: ${refused}`;
    const added = `${full_name} was added${outcome}`;
    // Super admins get no link (rules/users 17).
    const link = makesLink && values.role !== 'super_admin' ? await handOver.mutateAsync({ id }).catch(failed) : null;
    if (link !== null && typeof link !== 'string') onLink(link, full_name);
    else onClose();
    notify(typeof link === 'string' ? `${added}; no sign-in link was created: ${link}` : sentence(added));
    refresh();
  };
  return (
    <PersonForm person={null} onSend={send} onCancel={onClose}>
      {(role) => (
        <>
          {sendsMail && (
            <Switch
              label="Send an invitation by mail"
              description="It has a link that signs them in."
              checked={invites}
              onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
            />
          )}
          {role !== 'super_admin' && sendsMail !== undefined && (
            <Switch
              label="Create a sign-in link"
              description="You copy it next, for them alone. It works once, within 24 hours."
              checked={makesLink}
              onChange={({ currentTarget }) => setLinkChosen(currentTarget.checked)}
            />
          )}
        </>
      )}
    </PersonForm>
  );
}

const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`);

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
  children?: (role: Role) => ReactNode;
}

function PersonForm({ person, onSend, onCancel, children }: PersonFormProps) {
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
          data={Role.options.map((value) => ({ value, label: roleName(value) }))}
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
        {children?.(role)}
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

/** The dialog's values: an upsert with all fields, and the one rule that spans two of them. */
const PersonValues = UpsertUser.pick({ email: true, full_name: true, role: true, department_id: true })
  .required({ full_name: true, role: true, department_id: true })
  .refine(({ role, department_id }) => role !== 'trainer' || department_id !== null, {
    path: ['department_id'],
    message: 'A trainer needs a department',
  });
type PersonValues = z.infer<typeof PersonValues>;

/** Returns only the changed fields, so that two users who edit different fields don't revert each other. */
function updateFrom(person: User, { full_name, role, department_id }: PersonValues): UpsertUser {
  return {
    email: person.email,
    preview: false,
    ...(full_name !== person.full_name && { full_name }),
    ...(role !== person.role && { role }),
    ...(department_id !== person.department_id && { department_id }),
  };
}

/** Returns the field error for a new person whose e-mail is in use. */
function emailTaken(isActive: boolean): HttpError {
  const message = isActive
    ? 'Someone has this e-mail already. Edit them in the list.'
    : 'Someone inactive has this e-mail already. Reactivate them in the list.';
  return new HttpError({
    code: 'invalid_request',
    status: 400,
    detail: message,
    request_id: null,
    errors: [{ path: 'email', code: 'taken', message }],
  });
}
