import type { ModuleRow } from '../courses/course.entity.ts';

/** What is reviewed with a module and is no section. */
export type ModuleSettings = { title: string; validity_days: number | null; pass_score: number };

/** As the working copy has them; where none is open, as they are live. */
export function settingsOf({ title, validityDays, passScore, working }: ModuleRow): ModuleSettings {
  return { title, validity_days: validityDays ?? null, pass_score: passScore, ...working };
}

/** What the working copy is called. */
export const workingTitle = ({ title, working }: ModuleRow): string => working?.title ?? title;
