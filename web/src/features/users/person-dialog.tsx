import { Switch, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { HandedSignInLink, Person } from '@training/shared/users/people';
import { Role } from '@training/shared/users/users';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { HttpError } from '../../lib/api/http-error.ts';
import { PersonChoice } from './person-choice.tsx';
import { managerOf, createPersonValuesSchema, type PersonValues, pickChangedPersonValues } from './person-values.ts';
import { OneTimeLinkDisplay } from './sign-in-link-dialog.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

interface PersonDialogProps {
  /** The person to edit, or `person: null` for a new one; null if the dialog is closed. */
  editing: { person: Person | null } | null;
  onClose: () => void;
}

export function PersonDialog({ editing, onClose }: PersonDialogProps) {
  const person = editing?.person ?? null;
  const [handed, setHanded] = useState<Handed | null>(null);
  // Each opening has its own link: the one of an earlier person is not shown again.
  const link = handed !== null && handed.opening === editing ? handed : null;
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      title={
        link
          ? t('signInLinkFor', { name: link.name })
          : person === null
            ? t('newPerson')
            : t('editPerson', { name: person.full_name })
      }
      closeOnClickOutside={link === null}
    >
      {link !== null && <OneTimeLinkDisplay link={link.link} name={link.name} onClose={onClose} />}
      {link === null && person === null && (
        <NewPerson onClose={onClose} onLink={(made, name) => setHanded({ opening: editing, link: made, name })} />
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
  const saving = trpc.users.save.useMutation();
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
    return refused ? refusalInWords(refused) : undefined;
  };
  const send = async (values: PersonValues) => {
    // The e-mail identifies the person: without this check, "New person" could change an existing one.
    const { email } = values;
    if (email !== null) {
      const { manager_id: _, ...fields } = values;
      const rehearsed = await upsert.mutateAsync({ ...fields, email, preview: true });
      if (rehearsed.result !== 'created') throw emailTaken(rehearsed.is_active);
    }
    const { id, full_name } = await saving.mutateAsync(values);
    refresh();
    if (email === null) {
      notify(t('wasAdded', { name: full_name }));
      return onClose();
    }
    // The person is added even if the mail or the link fails. The list can send or create another one.
    const failed = (error: unknown) => toDisplayableProblem(error).detail;
    const refused = sendsMail && invites ? await invite(id).catch(failed) : undefined;
    const named = { name: full_name, refused: sentence(refused ?? '') };
    const added = t(
      !sendsMail || !invites ? 'wasAdded' : refused === undefined ? 'wasInvited' : 'wasNotInvited',
      named,
    );
    // Super admins get no link (rules/users 17).
    const link = makesLink && values.role !== 'super_admin' ? await handOver.mutateAsync({ id }).catch(failed) : null;
    if (link !== null && typeof link !== 'string') onLink(link, full_name);
    else onClose();
    notify(typeof link === 'string' ? t('withoutLink', { added, refused: sentence(link) }) : added);
    refresh();
  };
  return (
    <PersonForm person={null} onSend={send} onCancel={onClose}>
      {(role) => (
        <>
          {sendsMail && (
            <Switch
              label={t('sendInvitationMail')}
              description={t('hasLinkSignsThem')}
              checked={invites}
              onChange={({ currentTarget }) => setInvites(currentTarget.checked)}
            />
          )}
          {role !== 'super_admin' && sendsMail !== undefined && (
            <Switch
              label={t('createSignLink')}
              description={t('copyNextThemAlone')}
              checked={makesLink}
              onChange={({ currentTarget }) => setLinkChosen(currentTarget.checked)}
            />
          )}
        </>
      )}
    </PersonForm>
  );
}

/** The server's reasons may lack their full stop. */
const sentence = (words: string) => (words === '' || words.endsWith('.') ? words : `${words}.`);

function ExistingPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { session } = useWorkspaceSession();
  const refresh = useRefresh();
  const save = trpc.users.save.useMutation();
  const send = async (values: PersonValues) => {
    const { result, full_name } = await save.mutateAsync(pickChangedPersonValues(person, values));
    // Reload after changing one's own account, because the menu and pages depend on its role and department.
    if (result === 'updated' && person.email === session.email) return location.reload();
    notify(result === 'unchanged' ? t('nothingChanged') : t('wasSaved', { name: full_name }));
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

interface PersonFormProps {
  /** Null for a new person. */
  person: Person | null;
  onSend: (values: PersonValues) => Promise<void>;
  onCancel: () => void;
  /** Additional fields above the buttons. */
  children?: (role: Role) => ReactNode;
}

function PersonForm({ person, onSend, onCancel, children }: PersonFormProps) {
  const departments = trpc.departments.list.useQuery();
  // Until this is known, the server decides.
  const mayLackEmail = trpc.workspace.get.useQuery().data?.people_without_email ?? true;
  const given = {
    email: person?.email ?? '',
    external_id: person?.external_id ?? '',
    full_name: person?.full_name ?? '',
    role: person?.role ?? 'learner',
    department_id: person?.department_id ?? null,
    manager_id: person?.manager_id ?? null,
  };
  const at = ['person', person?.id ?? 'new'] as const;
  const { form, inDialog } = useContractForm(createPersonValuesSchema(mayLackEmail), given, at);
  const { role, department_id } = form.values;
  const isTrainer = role === 'trainer';
  return (
    <FormInDialog
      {...inDialog(onSend)}
      onClose={onCancel}
      failure={person === null ? t('failedToAddPerson') : t('failedToSave')}
      submitLabel={person === null ? t('addPerson') : t('save')}
    >
      <TextInput
        label={t('eMail')}
        type="email"
        autoComplete="off"
        description={person === null ? t('theySignAddress') : t('oldAddressEnds')}
        data-autofocus={person === null || undefined}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('fullName')}
        autoComplete="off"
        data-autofocus={person !== null || undefined}
        {...form.getInputProps('full_name')}
      />
      <NativeSelect
        label={t('role')}
        description={t(`purpose.${role}`)}
        data={Role.options.map((value) => ({ value, label: roleNameOf(value) }))}
        {...form.getInputProps('role')}
      />
      <NativeSelect
        label={t('department')}
        description={isTrainer ? t('trainerNeedsOne') : undefined}
        data={[
          { value: '', label: isTrainer ? t('chooseADepartment') : t('none') },
          ...(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('department_id')}
        value={department_id ?? ''}
        onChange={({ currentTarget }) => form.setFieldValue('department_id', currentTarget.value || null)}
      />
      <PersonChoice
        label={t('manager')}
        description={t('managerSees')}
        clearLabel={t('noManager')}
        except={person?.id}
        value={form.values.manager_id}
        known={managerOf(person)}
        onChange={(id) => form.setFieldValue('manager_id', id)}
      />
      <TextInput
        label={t('employeeNumber')}
        description={t('numberOfHrSystem')}
        autoComplete="off"
        {...form.getInputProps('external_id')}
      />
      {children?.(role)}
    </FormInDialog>
  );
}

/** Returns the field error for a new person whose e-mail is in use. */
function emailTaken(isActive: boolean): HttpError {
  const message = isActive ? t('someoneHasEMail') : t('someoneInactiveHasE');
  return new HttpError({
    code: 'invalid_request',
    status: 400,
    detail: message,
    request_id: null,
    errors: [{ path: 'email', code: 'taken', message }],
  });
}
