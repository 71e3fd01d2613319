import type { Viewer } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';

/** Id of the user who owns the caller's jobs and files. @throws AppError `forbidden` */
export function ownerOf({ actor }: Pick<Viewer, 'actor'>): string {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'AI jobs belong to people. Sign in to the console.');
  return actor.id;
}
