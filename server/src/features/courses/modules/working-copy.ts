import type { ShowSolutions } from '@training/shared/courses/courses';
import type { ModuleRow } from '../course.entity.ts';

/** Settings that are reviewed with a module, but belong to no section. */
export type ModuleSettings = {
  title: string;
  validity_days: number | null;
  pass_score: number;
  max_attempts: number;
  show_solutions: ShowSolutions;
};

/** Settings of the working copy, or the live ones if none is open. */
export function settingsOf(module: ModuleRow): ModuleSettings {
  const { title, validityDays, passScore, maxAttempts, showSolutions, working } = module;
  const live = { title, validity_days: validityDays ?? null, pass_score: passScore };
  return { ...live, max_attempts: maxAttempts, show_solutions: showSolutions, ...working };
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
