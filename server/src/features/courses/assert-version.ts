import { AppError } from '../../core/errors.ts';

type Change = {
  /** Name of the changed fields, such as "title or emoji". */
  what: string;
  /** Version that the change is based on. */
  from: number;
  present: number;
  /** User who made the last change. */
  by: string | null | undefined;
};

/** @throws AppError `stale_version`, naming the last editor, if the change is based on another version */
export function assertVersion({ what, from, present, by }: Change): void {
  if (from === present) return;
  throw new AppError(
    'stale_version',
    `${by ?? 'Somebody'} changed ${what} after version ${from}, which you started from. Compare with version ${present}, then save again.`,
  );
}
