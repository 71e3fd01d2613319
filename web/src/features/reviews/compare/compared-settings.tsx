import classes from '../reviews.module.css';
import { Text } from '@mantine/core';
import type { AttemptSettings } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { showSolutionsInWords, topicPassScoresInWords } from '../../courses/course-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

/** Settings that are reviewed together with the sections. */
export type ReviewedModuleSettings = Pick<ModuleDetail, 'title' | 'validity_days' | 'pass_score'> & AttemptSettings;

/** The old and new value of a setting, in words. */
export interface SettingChange {
  label: string;
  before: string;
  now: string;
}

export function findSettingChanges(before: ReviewedModuleSettings, now: ReviewedModuleSettings): SettingChange[] {
  const changes = [
    { label: t('title'), before: before.title, now: now.title },
    { label: t('passMark'), before: percent(before.pass_score), now: percent(now.pass_score) },
    { label: t('attempts'), before: String(before.max_attempts), now: String(now.max_attempts) },
    {
      label: t('solutions'),
      before: showSolutionsInWords(before.show_solutions),
      now: showSolutionsInWords(now.show_solutions),
    },
    { label: t('questionsPerAttempt'), before: drawn(before), now: drawn(now) },
    { label: t('topicMarks'), before: marks(before), now: marks(now) },
    { label: t('expires'), before: duration(before.validity_days), now: duration(now.validity_days) },
  ];
  return changes.filter((change) => change.before !== change.now);
}

const drawn = ({ questions_per_attempt: count }: AttemptSettings) => String(count ?? t('allOfThem'));
const marks = ({ topic_scores: scores }: AttemptSettings) => topicPassScoresInWords(scores) || t('noMarks');

/** Formats a score precisely enough to distinguish any two. */
function percent(score: number): string {
  return `${Number((score * 100).toFixed(6))} %`;
}

function duration(days: number | null): string {
  return days === null ? t('never') : t('afterDays', { days });
}

interface ComparedSettingsProps {
  /** The settings of the version to compare with; null for none. */
  before: ReviewedModuleSettings | null;
  now: ReviewedModuleSettings;
}

/** Changes of the settings, which are approved together with the sections. */
export function ComparedSettings({ before, now }: ComparedSettingsProps) {
  if (before === null) return null;
  const changes = findSettingChanges(before, now);
  if (changes.length === 0) {
    return (
      <Text c="dimmed" mb="md">
        {t('settingsUnchanged')}
      </Text>
    );
  }
  return (
    <div className={classes.comparedSettings}>
      <Text fw={600}>{t('changedSettingsReviewed')}</Text>
      <SettingChangeList changes={changes} label={t('settingsCompared')} />
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
