import { ATTEMPT_DEFAULTS, type ShowSolutions } from '@training/shared/courses/courses';
import type { ModuleRow } from '../course.entity.ts';

/** Settings that are reviewed with a module, but belong to no section. */
export type ModuleSettings = {
  title: string;
  validity_days: number | null;
  pass_score: number;
  max_attempts: number;
  show_solutions: ShowSolutions;
};

type PublishedSettings = { title: string; settings: Omit<ModuleSettings, 'title'> };

/** Settings of the working copy, or the live ones if none is open. */
export function settingsOf(module: ModuleRow): ModuleSettings {
  const { title, validityDays, passScore, maxAttempts, showSolutions, working } = module;
  const live = { title, validity_days: validityDays ?? null, pass_score: passScore };
  return { ...live, max_attempts: maxAttempts, show_solutions: showSolutions, ...working };
}

/** Settings of a revision; those of older ones lack attempts and solutions. */
export function settingsOfRevision({ title, settings }: PublishedSettings): ModuleSettings {
  return { ...ATTEMPT_DEFAULTS, ...settings, title };
}

/** Returns the settings with other values. */
export function changedSettings(before: ModuleSettings, after: ModuleSettings): (keyof ModuleSettings)[] {
  const names = ['title', 'validity_days', 'pass_score', 'max_attempts', 'show_solutions'] as const;
  return names.filter((name) => before[name] !== after[name]);
}

/** Converts settings to columns of a module. */
export const columnsOf = (settings: ModuleSettings) => ({
  title: settings.title,
  validityDays: settings.validity_days,
  passScore: settings.pass_score,
  maxAttempts: settings.max_attempts,
  showSolutions: settings.show_solutions,
});

export const workingTitle = ({ title, working }: ModuleRow): string => working?.title ?? title;
