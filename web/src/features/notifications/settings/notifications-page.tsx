import { type BadgeProps, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { liveTopics } from '@training/shared/live';
import {
  type MailDeliveryState,
  type WorkspaceNotificationSettings,
  type WorkspaceNotificationTimes,
  WorkspaceNotificationTimes as TimesSchema,
} from '@training/shared/notifications/notification-settings';
import { type FormEvent, useState } from 'react';
import { useLiveQuery } from '../../../lib/api/live-query.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { usePermissionReach } from '../../../lib/workspace.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { ChannelCard, ChatChannel } from './chat-channel.tsx';
import { NotificationSettingsMatrix } from './matrix.tsx';
import facts from '../../../ui/facts.module.css';
import classes from './settings.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

interface TimesProps {
  times: WorkspaceNotificationTimes;
  timeZone: string;
  mayWrite: boolean;
}

/** Quiet hours, and the time of the daily digest. */
function Times({ times, timeZone, mayWrite }: TimesProps) {
  return (
    <Section title={t('whenItIsSent')} description={t('aboutTimes', { timeZone })}>
      {mayWrite ? <TimesForm saved={times} /> : <TimesRead times={times} />}
    </Section>
  );
}

function TimesRead({ times: { quiet, digest_at } }: { times: WorkspaceNotificationTimes }) {
  return (
    <dl className={facts.facts}>
      <dt>{t('quietHours')}</dt>
      <dd>{quiet === null ? t('none') : t('quietFromTo', quiet)}</dd>
      <dt>{t('dailyMessages')}</dt>
      <dd>{digest_at}</dd>
    </dl>
  );
}

/** The default when quiet hours are enabled. */
const NIGHT = { from: '20:00', to: '07:00' };

const typedOf = ({ quiet, digest_at }: WorkspaceNotificationTimes) => ({
  isQuiet: quiet !== null,
  ...(quiet ?? NIGHT),
  digestAt: digest_at,
});

function TimesForm({ saved }: { saved: WorkspaceNotificationTimes }) {
  const held = typedOf(saved);
  const { values: shown, change, storedInput } = useStoredFormState(['notification times'], held);
  const isChanged = JSON.stringify(shown) !== JSON.stringify(held);
  const [isTried, setTried] = useState(false);
  const matrix = trpc.useUtils().notifications.matrix;
  const saving = trpc.notifications.setTimes.useMutation({
    onSuccess: async () => {
      await matrix.invalidate();
      storedInput.sent();
      notify(t('timesWereSaved'));
    },
  });
  const parsed = TimesSchema.safeParse({
    quiet: shown.isQuiet ? { from: shown.from, to: shown.to } : null,
    digest_at: shown.digestAt,
  });
  const issues = (isTried && parsed.error?.issues) || [];
  const wrong = new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
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
        <RestoredNotice storedInput={storedInput} />
        <Checkbox
          label={t('quietHours')}
          description={t('aboutQuietHours')}
          checked={shown.isQuiet}
          onChange={({ currentTarget }) => change({ isQuiet: currentTarget.checked })}
        />
        {shown.isQuiet && (
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t('from')}
              type="time"
              value={shown.from}
              error={wrong.get('quiet.from')}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
            <TextInput
              label={t('to')}
              type="time"
              value={shown.to}
              error={wrong.get('quiet.to')}
              onChange={({ currentTarget }) => change({ to: currentTarget.value })}
            />
          </Group>
        )}
        <TextInput
          label={t('dailyMessages')}
          description={t('aboutDaily')}
          type="time"
          classNames={{ input: classes.time }}
          value={shown.digestAt}
          error={wrong.get('digest_at')}
          onChange={({ currentTarget }) => change({ digestAt: currentTarget.value })}
        />
        {saving.error !== null && (
          <FailedState what={t('failedToSaveTimes')} problem={toDisplayableProblem(saving.error)} />
        )}
        <Group gap="sm">
          <Button type="submit" loading={saving.isPending}>
            {t('saveTimes')}
          </Button>
          {isChanged && <Text c="dimmed">{t('notSavedYet')}</Text>}
        </Group>
      </Stack>
    </form>
  );
}

/** The health of mail and chat, and the chat's channel. */
function Channels({ matrix, mayWrite }: { matrix: WorkspaceNotificationSettings; mayWrite: boolean }) {
  return (
    <Section title={t('channels')} description={t('aboutChannels')}>
      <Stack gap="sm">
        <MailChannel mail={matrix.mail} />
        <ChatChannel isUsed={matrix.categories.some(({ chat }) => chat)} mayWrite={mayWrite} />
      </Stack>
    </Section>
  );
}

const MAIL_BADGES: Record<MailDeliveryState, BadgeProps> = {
  unused: { variant: 'default' },
  working: { color: 'green', variant: 'dot' },
  failing: { color: 'red.8', variant: 'filled' },
};

function MailChannel({ mail: { state, sent_at, failed_at } }: { mail: WorkspaceNotificationSettings['mail'] }) {
  const maySee = usePermissionReach('users:invite') !== undefined;
  const ways = trpc.users.waysIn.useQuery(undefined, { enabled: maySee });
  if (ways.data?.sends_mail === false) {
    return (
      <ChannelCard
        id="mail-channel"
        title={t('channel.email')}
        badge={{ children: t('notSetUp'), variant: 'default' }}
        isFailing={false}
      >
        <Text>{t('noMail')}</Text>
      </ChannelCard>
    );
  }
  return (
    <ChannelCard
      id="mail-channel"
      title={t('channel.email')}
      badge={{ ...MAIL_BADGES[state], children: t(`health.${state}`) }}
      isFailing={state === 'failing'}
    >
      <Text>
        {t('aboutMail')} {sent_at !== null && t.nodes('lastMail', { at: () => <TimeAgo at={sent_at} /> })}{' '}
        {state === 'failing' && failed_at !== null && t.nodes('mailFails', { at: () => <TimeAgo at={failed_at} /> })}
      </Text>
    </ChannelCard>
  );
}

/** The notification settings: categories, channels and times (rules/notifications 2). */
export function NotificationSettingsPage() {
  const mayWrite = usePermissionReach('notifications:write') !== undefined;
  const mayTrace = usePermissionReach('notifications:trace') !== undefined;
  const matrix = useLiveQuery(trpc.notifications.matrix.useQuery(), { topic: liveTopics.notifications });
  return (
    <>
      <PageHeader
        title={t('notifications')}
        description={mayWrite ? t('aboutPage') : t('aboutPageRead')}
        actions={
          mayTrace && <TextLink to="/$workspace/settings/notifications/sent">{t('viewSentNotifications')}</TextLink>
        }
      />
      <PageState query={matrix} what={t('theNotifications')}>
        {(found) => (
          <>
            <NotificationSettingsMatrix matrix={found} mayWrite={mayWrite} />
            <Channels matrix={found} mayWrite={mayWrite} />
            <Times times={found.times} timeZone={found.time_zone} mayWrite={mayWrite} />
          </>
        )}
      </PageState>
    </>
  );
}
