import { AppError } from '../../errors.ts';

type Change = {
  /** "title or emoji" */
  what: string;
  /** The version that the change began from. */
  from: number;
  present: number;
  /** Who changed it last. */
  by: string | null | undefined;
};

/** @throws AppError `stale_version`, which says who changed it last, where the change began from another version */
export function assertVersion({ what, from, present, by }: Change): void {
  if (from === present) return;
  throw new AppError(
    'stale_version',
    `${by ?? 'Somebody'} changed ${what} after version ${from}, which you started from. Compare with version ${present}, then save again.`,
  );
}
