import { List, Switch, Text } from '@mantine/core';
import type {
  WorkspaceNotificationSettings,
  SwitchCategoryInChannel,
} from '@training/shared/notifications/notification-settings';
import {
  type SwitchableCategory,
  SWITCHABLE_CHANNEL_DEFAULTS,
  SwitchableChannel,
} from '@training/shared/notifications/notifications';
import { useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { Section } from '../../../ui/pages/section.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import classes from './settings.module.css';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('notifications');

const nameOf = ({ category, channel }: Pick<SwitchCategoryInChannel, 'category' | 'channel'>) =>
  `${category} ${channel}`;

/** Updates switches optimistically and reverts them if refused. Several requests may be pending. */
function useSwitching() {
  const matrix = trpc.useUtils().notifications.matrix;
  const [moved, setMoved] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { mutateAsync, error } = trpc.notifications.switch.useMutation();
  const turn = async (change: SwitchCategoryInChannel) => {
    const name = nameOf(change);
    setMoved((before) => new Map(before).set(name, change.enabled));
    // The error is shown below the heading; the switch shows the saved state.
    await mutateAsync(change).catch(() => null);
    await matrix.invalidate();
    setMoved((now) => {
      // Changed again meanwhile: that request is still pending.
      if (now.get(name) !== change.enabled) return now;
      const rest = new Map(now);
      rest.delete(name);
      return rest;
    });
  };
  return {
    isOn: (
      category: SwitchCategoryInChannel['category'],
      channel: SwitchCategoryInChannel['channel'],
      saved: boolean,
    ) => moved.get(nameOf({ category, channel })) ?? saved,
    turn: (change: SwitchCategoryInChannel) => void turn(change),
    error,
  };
}

interface MatrixProps {
  matrix: WorkspaceNotificationSettings;
  mayWrite: boolean;
}

/** A row per category and a column per channel. Each switch is saved immediately. */
export function NotificationSettingsMatrix({ matrix, mayWrite }: MatrixProps) {
  const { isOn, turn, error } = useSwitching();
  return (
    <Section title={t('whatIsSent')} description={mayWrite ? t('appliesAtOnce') : t('appliesToEveryone')}>
      {error !== null && <FailedState what={t('failedToChangeSetting')} problem={toDisplayableProblem(error)} />}
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            {SwitchableChannel.options.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.categories.map((row) => (
            <tr key={row.category}>
              <th scope="row">
                {t(`category.${row.category}`)}
                <Text size="xs" c="dimmed" fw={400}>
                  {t(`about.${row.category}`)}
                </Text>
              </th>
              {SwitchableChannel.options.map((channel) => (
                <td key={channel}>
                  <OneSwitch
                    category={row.category}
                    channel={channel}
                    enabled={isOn(row.category, channel, row[channel])}
                    onTurn={mayWrite ? turn : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" mt="sm">
        {t('alwaysSent')}
      </Text>
      <List size="sm" c="dimmed">
        <List.Item>{t('signInLinks')}</List.Item>
        <List.Item>{t('toSuperAdmins')}</List.Item>
        <List.Item>{t('toLearners')}</List.Item>
      </List>
    </Section>
  );
}

interface OneSwitchProps {
  category: SwitchableCategory;
  channel: keyof typeof SWITCHABLE_CHANNEL_DEFAULTS;
  enabled: boolean;
  /** Absent for read-only users. */
  onTurn: ((change: SwitchCategoryInChannel) => void) | undefined;
}

function OneSwitch({ category, channel, enabled, onTurn }: OneSwitchProps) {
  if (onTurn === undefined) return enabled ? t('on') : <Text c="dimmed">{t('off')}</Text>;
  return (
    <Switch
      aria-label={t('categoryBy', { category: t(`category.${category}`), channel })}
      checked={enabled}
      onChange={({ currentTarget }) => onTurn({ category, channel, enabled: currentTarget.checked })}
    />
  );
}
