import type { ShowSolutions } from '@training/shared/courses';
import type { ModuleRow } from '../courses/course.entity.ts';

/** What is reviewed with a module and is no section. */
export type ModuleSettings = {
  title: string;
  validity_days: number | null;
  pass_score: number;
  max_attempts: number;
  show_solutions: ShowSolutions;
};

/** As the working copy has them; where none is open, as they are live. */
export function settingsOf(module: ModuleRow): ModuleSettings {
  const { title, validityDays, passScore, maxAttempts, showSolutions, working } = module;
  const live = { title, validity_days: validityDays ?? null, pass_score: passScore };
  return { ...live, max_attempts: maxAttempts, show_solutions: showSolutions, ...working };
}

/** Settings as the columns of a module have them. */
export const columnsOf = (settings: ModuleSettings) => ({
  title: settings.title,
  validityDays: settings.validity_days,
  passScore: settings.pass_score,
  maxAttempts: settings.max_attempts,
  showSolutions: settings.show_solutions,
});

/** What the working copy is called. */
export const workingTitle = ({ title, working }: ModuleRow): string => working?.title ?? title;
