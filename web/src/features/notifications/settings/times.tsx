import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  type NotificationTimes,
  NotificationTimes as TimesSchema,
} from '@training/shared/notifications/notification-settings';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useKeptState } from '../../../lib/autosave/use-kept-words.ts';
import { notify } from '../../../ui/notify.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import classes from './settings.module.css';

interface TimesProps {
  times: NotificationTimes;
  timeZone: string;
  mayWrite: boolean;
}

/** Quiet hours, and the time of the daily digest. */
export function Times({ times, timeZone, mayWrite }: TimesProps) {
  return (
    <Section
      title="When it is sent"
      description={`In the workspace’s time zone, ${timeZone}. Messages held during quiet hours are sent when they end. The bell isn’t delayed.`}
    >
      {mayWrite ? <TimesForm saved={times} /> : <TimesRead times={times} />}
    </Section>
  );
}

function TimesRead({ times: { quiet, digest_at } }: { times: NotificationTimes }) {
  return (
    <dl className={classes.facts}>
      <dt>Quiet hours</dt>
      <dd>{quiet === null ? 'None' : `${quiet.from} to ${quiet.to}`}</dd>
      <dt>Daily messages</dt>
      <dd>{digest_at}</dd>
    </dl>
  );
}

/** The default when quiet hours are enabled. */
const NIGHT = { from: '20:00', to: '07:00' };

const typedOf = ({ quiet, digest_at }: NotificationTimes) => ({
  isQuiet: quiet !== null,
  ...(quiet ?? NIGHT),
  digestAt: digest_at,
});

function TimesForm({ saved }: { saved: NotificationTimes }) {
  const held = typedOf(saved);
  const { values: shown, change, words } = useKeptState(['notification times'], held);
  const isChanged = JSON.stringify(shown) !== JSON.stringify(held);
  const [isTried, setTried] = useState(false);
  const matrix = trpc.useUtils().notifications.matrix;
  const saving = trpc.notifications.setTimes.useMutation({
    onSuccess: async () => {
      await matrix.invalidate();
      words.sent();
      notify('The times were saved.');
    },
  });
  const parsed = TimesSchema.safeParse({
    quiet: shown.isQuiet ? { from: shown.from, to: shown.to } : null,
    digest_at: shown.digestAt,
  });
  const wrong = (path: string) =>
    isTried && parsed.error?.issues.find((issue) => issue.path.join('.') === path)?.message;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const form = event.currentTarget;
    if (parsed.success) saving.mutate(parsed.data);
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack align="flex-start">
        <RestoredNotice words={words} />
        <Checkbox
          label="Quiet hours"
          description="No mail or chat messages are sent during these hours."
          checked={shown.isQuiet}
          onChange={({ currentTarget }) => change({ isQuiet: currentTarget.checked })}
        />
        {shown.isQuiet && (
          <Group align="flex-start" gap="sm">
            <TextInput
              label="From"
              type="time"
              value={shown.from}
              error={wrong('quiet.from')}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              label="To"
              type="time"
              value={shown.to}
              error={wrong('quiet.to')}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </Group>
        )}
        <TextInput
          label="Daily messages"
          description="When the suggestions digest and learners’ mail are sent."
          type="time"
          classNames={{ input: classes.time }}
          value={shown.digestAt}
          error={wrong('digest_at')}
          onChange={({ currentTarget }) => change({ digestAt: currentTarget.value })}
        />
        {saving.error !== null && <FailedState what="Couldn’t save the times" problem={problemOf(saving.error)} />}
        <Group gap="sm">
          <Button type="submit" loading={saving.isPending}>
            Save times
          </Button>
          {isChanged && <Text c="dimmed">Not saved yet</Text>}
        </Group>
      </Stack>
    </form>
  );
}
