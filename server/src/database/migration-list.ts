import { Baseline } from './migrations/20261130-baseline.ts';

/** All migrations in the order in which they run. Their names are stored in the database. */
export const MIGRATIONS = [{ name: '20261130-baseline', class: Baseline }];
