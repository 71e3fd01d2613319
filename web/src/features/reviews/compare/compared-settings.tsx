import { Text } from '@mantine/core';
import { type ModuleSettings, type SettingChange, settingChanges } from './setting-changes.ts';
import classes from '../reviews.module.css';

interface ComparedSettingsProps {
  /** The settings of the version to compare with; null for none. */
  before: ModuleSettings | null;
  now: ModuleSettings;
}

/** Changes of the settings, which are approved together with the sections. */
export function ComparedSettings({ before, now }: ComparedSettingsProps) {
  if (before === null) return null;
  const changes = settingChanges(before, now);
  if (changes.length === 0) {
    return (
      <Text c="dimmed" mb="md">
        Title, expiry and pass mark haven’t changed.
      </Text>
    );
  }
  return (
    <div className={classes.comparedSettings}>
      <Text fw={600}>Changed settings, reviewed with the sections:</Text>
      <SettingChangeList changes={changes} label="Settings compared" />
    </div>
  );
}

export function SettingChangeList({ changes, label }: { changes: SettingChange[]; label: string }) {
  if (changes.length === 0) return null;
  return (
    <ul className={classes.settingChanges} aria-label={label}>
      {changes.map((change) => (
        <li key={change.label}>
          {change.label}: <bdi>{change.before}</bdi> → <bdi>{change.now}</bdi>
        </li>
      ))}
    </ul>
  );
}
