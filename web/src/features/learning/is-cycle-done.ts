import type { ModuleForStudy } from '@training/shared/learning/learning';

type Cycle = NonNullable<ModuleForStudy['cycle']>;

/** Returns true if nothing is left to do in a cycle. Past training can be completed here all the same. */
export const isCycleDone = ({ completed_at, attested }: Pick<Cycle, 'completed_at' | 'attested'>): boolean =>
  completed_at !== null && attested === null;
