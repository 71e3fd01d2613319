import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_ATTEMPT_SETTINGS, AttemptSettings } from '@training/shared/courses/courses';
import type { ModuleRow } from '../course.entity.ts';

/** Settings that are reviewed with a module, but belong to no section. */
export type ModuleSettings = AttemptSettings & {
  title: string;
  validity_days: number | null;
  pass_score: number;
};

type PublishedSettings = { title: string; settings: Omit<ModuleSettings, 'title'> };

/** Settings of the working copy, or the live ones if none is open. */
export function workingSettingsOf(module: ModuleRow): ModuleSettings {
  return {
    title: module.title,
    validity_days: module.validityDays ?? null,
    pass_score: module.passScore,
    max_attempts: module.maxAttempts,
    show_solutions: module.showSolutions,
    questions_per_attempt: module.questionsPerAttempt ?? null,
    topic_scores: module.topicScores,
    ...module.working,
  };
}

/** Settings of a revision; those of older ones lack some. */
export function settingsOfRevision({ title, settings }: PublishedSettings): ModuleSettings {
  return { ...DEFAULT_ATTEMPT_SETTINGS, ...settings, title };
}

/** Returns the settings with other values. */
export function findChangedSettingNames(before: ModuleSettings, after: ModuleSettings): (keyof ModuleSettings)[] {
  const names = ['title', 'validity_days', 'pass_score', ...AttemptSettings.keyof().options] as const;
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Converts settings to columns of a module. */
export const settingsToColumns = (settings: ModuleSettings) => ({
  title: settings.title,
  validityDays: settings.validity_days,
  passScore: settings.pass_score,
  maxAttempts: settings.max_attempts,
  showSolutions: settings.show_solutions,
  questionsPerAttempt: settings.questions_per_attempt,
  topicScores: settings.topic_scores,
});

export const workingTitleOf = ({ title, working }: ModuleRow): string => working?.title ?? title;
