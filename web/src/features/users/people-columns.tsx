import { Badge, Group, Text, Stack } from '@mantine/core';
import type { RejectedMailAddress } from '@training/shared/notifications/rejected-mail-addresses';
import type { Person } from '@training/shared/users/people';
import type { User } from '@training/shared/users/users';
import { roleNameOf } from '../../lib/roles.ts';
import { useWorkspaceSession, usePermissionReach } from '../../lib/workspace.ts';
import type { Column } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import classes from './users.module.css';
import { formatRelativeTime } from '../../lib/i18n/dates.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { notify } from '../../ui/notify.ts';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('users');

/** @param failures People whose address was rejected. */
export function createPeopleColumns(failures: readonly RejectedMailAddress[]): Column<Person>[] {
  return [
    {
      key: 'name',
      header: t('name'),
      isRowHeader: true,
      isSortable: true,
      cell: (person) => <Name person={person} failure={failures.find(({ user_id }) => user_id === person.id)} />,
    },
    {
      key: 'role',
      header: t('role'),
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: ({ role }) => roleNameOf(role),
    },
    {
      key: 'department',
      header: t('department'),
      isSortable: true,
      isWideOnly: true,
      cell: ({ department }) => department ?? <Text c="dimmed">{t('none')}</Text>,
    },
    {
      key: 'last_sign_in',
      header: t('lastSignIn'),
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: (person) => <InvitationOrLastSignIn person={person} />,
    },
    {
      key: 'added',
      header: t('added'),
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
  ];
}

export function InvitationOrLastSignIn({ person }: { person: Person }) {
  const invitation = invitationInWords(person);
  const first =
    person.last_sign_in_at === null ? (
      <Text c="dimmed" span>
        {t('neverSignedIn')}
      </Text>
    ) : (
      <TimeAgo at={person.last_sign_in_at} />
    );
  return invitation === null ? first : <TwoLineCell below={invitation}>{first}</TwoLineCell>;
}

function Name({ person, failure }: { person: Person; failure: RejectedMailAddress | undefined }) {
  const { session } = useWorkspaceSession();
  const { id, full_name, email, external_id, role, department, is_active } = person;
  return (
    <>
      <Group gap={6}>
        <TextLink to="/$workspace/people/$person" params={{ person: id }}>
          {full_name}
        </TextLink>
        {email === session.email && (
          <Badge size="xs" variant="default">
            {t('you')}
          </Badge>
        )}
        {!is_active && (
          <Badge size="xs" variant="light" color="gray">
            {t('inactive')}
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" fw={400} className={classes.wide}>
        {joinWithDots([email, external_id])}
      </Text>
      <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
        {joinWithDots([roleNameOf(role), department, signInInWords(person)])}
      </Text>
      {failure && <RefusedAddressNotice person={person} failure={failure} />}
    </>
  );
}

/** Returns the time of the last sign-in: "3 days ago", "Never signed in". */
function signInInWords({ last_sign_in_at }: Person): string {
  return last_sign_in_at === null ? t('neverSignedIn') : formatRelativeTime(last_sign_in_at);
}

/** Describes the latest invitation until the person has signed in; null if there is none. */
function invitationInWords({ invitation, last_sign_in_at }: Person): string | null {
  if (invitation === null || (last_sign_in_at !== null && last_sign_in_at > invitation.at)) return null;
  const { kind, state, at } = invitation;
  if (kind === 'link') return t('linkCopied', { time: formatRelativeTime(at) });
  if (state === 'waiting') return t('sendingAnInvitation');
  return state === 'failed' ? t('invitationNotSent') : t('invitedAt', { time: formatRelativeTime(at) });
}

interface RefusedAddressProps {
  person: User;
  failure: RejectedMailAddress;
}

/** Explains why the person gets no mails. */
export function RefusedAddressNotice({ person, failure }: RefusedAddressProps) {
  const mayTry = usePermissionReach('users:write') !== undefined;
  const utils = trpc.useUtils();
  const again = trpc.notifications.tryMailAgain.useMutation();
  const onTry = () =>
    again.mutate(
      { user_id: person.id },
      {
        onSuccess: () => {
          notify(t('getsMailsAgain', { name: person.full_name }));
          void utils.notifications.mailFailures.invalidate();
        },
      },
    );
  return (
    <Stack gap={4} mt={4} align="flex-start">
      <Text size="xs" fw={400} c="var(--mantine-color-error)">
        {t('addressRefused', { error: failure.error })}
      </Text>
      {mayTry && (
        <CompactRowButton
          aria-label={t('sendAgainTo', { name: person.full_name })}
          loading={again.isPending}
          onClick={onTry}
        >
          {t('sendAgain')}
        </CompactRowButton>
      )}
      {again.error !== null && (
        <Text size="xs" fw={400} role="alert" c="var(--mantine-color-error)">
          {toDisplayableProblem(again.error).detail}
        </Text>
      )}
    </Stack>
  );
}
