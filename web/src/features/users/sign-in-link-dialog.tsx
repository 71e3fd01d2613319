import { Button, Code, Group, Stack, Text } from '@mantine/core';
import type { HandedSignInLink, Person } from '@training/shared/users/people';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TimeUntil } from '../../ui/time.tsx';
import classes from './users.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** Creates a link that signs a person in, and shows it once. The dialog is closed while `person` is null. */
export function SignInLinkDialog({ person, onClose }: { person: Person | null; onClose: () => void }) {
  return (
    <Dialog
      opened={person !== null}
      onClose={onClose}
      title={t('signInLinkFor', { name: person?.full_name ?? '' })}
      closeOnClickOutside={false}
    >
      {person && <LinkOf key={person.id} person={person} onClose={onClose} />}
    </Dialog>
  );
}

function LinkOf({ person: { id, full_name }, onClose }: { person: Person; onClose: () => void }) {
  const utils = trpc.useUtils();
  const making = trpc.users.handOverLink.useMutation({ onSuccess: () => utils.users.invalidate() });
  if (making.data !== undefined) return <OneTimeLinkDisplay link={making.data} name={full_name} onClose={onClose} />;
  return (
    <Stack>
      <Text>{t('signsInAs', { name: full_name })}</Text>
      <Text size="sm" c="dimmed">
        {t('expires24HoursWorks')}
      </Text>
      {making.error !== null && (
        <FailedState what={t('failedToCreateLink')} problem={toDisplayableProblem(making.error)} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button data-autofocus loading={making.isPending} onClick={() => making.mutate({ id })}>
          {t('createLink')}
        </Button>
      </Group>
    </Stack>
  );
}

interface LinkOnceProps {
  link: HandedSignInLink;
  name: string;
  onClose: () => void;
}

/** Shows a link that is not shown again, to copy. */
export function OneTimeLinkDisplay({ link: { url, expires_at }, name, onClose }: LinkOnceProps) {
  return (
    <Stack>
      <Text>{t.nodes('giveLink', { name, time: () => <TimeUntil at={expires_at} /> })}</Text>
      <Code block className={classes.link}>
        {url}
      </Code>
      <Group justify="space-between">
        <CopyButton value={url} label={t('copyLink')} hasInitialFocus />
        <Button onClick={onClose}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}
