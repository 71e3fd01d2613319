import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type NotificationTimes, NotificationTimes as TimesSchema } from '@training/shared/notification-settings';
import { type FormEvent, useState } from 'react';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { draftOf, useFieldDraft } from '../../../lib/use-draft.ts';
import { notify } from '../../../ui/notify.ts';
import { Section } from '../../../ui/section.tsx';
import { FailedState } from '../../../ui/states.tsx';
import classes from './settings.module.css';

interface TimesProps {
  times: NotificationTimes;
  timeZone: string;
  mayWrite: boolean;
}

/** When nothing is sent, and when the day's messages are. */
export function Times({ times, timeZone, mayWrite }: TimesProps) {
  return (
    <Section
      title="When it is sent"
      description={`In the time zone of the workspace, ${timeZone}. What falls into the quiet hours goes out when they end; the bell tells at once.`}
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

/** What is suggested to whoever switches quiet hours on. */
const NIGHT = { from: '20:00', to: '07:00' };

interface Typed {
  isQuiet: boolean;
  from: string;
  to: string;
  digestAt: string;
}

const typedOf = ({ quiet, digest_at }: NotificationTimes): Typed => ({
  isQuiet: quiet !== null,
  ...(quiet ?? NIGHT),
  digestAt: digest_at,
});

const DRAFT = 'notification times';

function TimesForm({ saved }: { saved: NotificationTimes }) {
  const held = typedOf(saved);
  const [typed, setTyped] = useState<Typed | null>(drafted);
  const shown = typed ?? held;
  const isChanged = JSON.stringify(shown) !== JSON.stringify(held);
  const forget = useFieldDraft(DRAFT, typed !== null && isChanged ? JSON.stringify(typed) : '');
  const [isTried, setTried] = useState(false);
  const matrix = trpc.useUtils().notifications.matrix;
  const saving = trpc.notifications.setTimes.useMutation({
    onSuccess: async () => {
      await matrix.invalidate();
      forget();
      setTyped(null);
      notify('The times are saved.');
    },
  });
  const parsed = TimesSchema.safeParse({
    quiet: shown.isQuiet ? { from: shown.from, to: shown.to } : null,
    digest_at: shown.digestAt,
  });
  const wrong = (path: string) =>
    isTried && parsed.error?.issues.find((issue) => issue.path.join('.') === path)?.message;
  const change = (part: Partial<Typed>) => setTyped({ ...shown, ...part });
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
        <Checkbox
          label="Keep quiet hours"
          description="No mail and no chat message goes out in them."
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
          description="When the digest of suggestions and the mail to learners go out."
          type="time"
          classNames={{ input: classes.time }}
          value={shown.digestAt}
          error={wrong('digest_at')}
          onChange={({ currentTarget }) => change({ digestAt: currentTarget.value })}
        />
        {saving.error !== null && <FailedState what="the times were not saved" problem={problemOf(saving.error)} />}
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

/** What was typed before the page was left. */
function drafted(): Typed | null {
  const text = draftOf(DRAFT);
  return text === undefined ? null : JSON.parse(text);
}
