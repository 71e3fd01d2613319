import type { ModuleDetail } from '@training/shared/courses/modules';
import { SOLUTION_WORDS } from '../../courses/course-words.ts';

/** Settings that are reviewed together with the sections. */
export type ModuleSettings = Pick<
  ModuleDetail,
  'title' | 'validity_days' | 'pass_score' | 'max_attempts' | 'show_solutions'
>;

/** The old and new value of a setting, in words. */
export interface SettingChange {
  label: string;
  before: string;
  now: string;
}

export function settingChanges(before: ModuleSettings, now: ModuleSettings): SettingChange[] {
  const changes = [
    { label: 'Title', before: before.title, now: now.title },
    { label: 'Pass mark', before: percent(before.pass_score), now: percent(now.pass_score) },
    { label: 'Attempts', before: String(before.max_attempts), now: String(now.max_attempts) },
    { label: 'Solutions', before: SOLUTION_WORDS[before.show_solutions], now: SOLUTION_WORDS[now.show_solutions] },
    { label: 'Expires', before: duration(before.validity_days), now: duration(now.validity_days) },
  ];
  return changes.filter((change) => change.before !== change.now);
}

/** Formats a score precisely enough to distinguish any two. */
function percent(score: number): string {
  return `${Number((score * 100).toFixed(6))} %`;
}

function duration(days: number | null): string {
  if (days === null) return 'never';
  return days === 1 ? 'after 1 day' : `after ${days} days`;
}
