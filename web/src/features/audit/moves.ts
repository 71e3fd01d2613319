import type { AuditEvent } from '@training/shared/audit/audit';

/** Labels of a module's state, same as in its badge. */
export const PLACES: Record<string, string> = {
  draft: 'draft',
  in_review: 'in review',
  changes_requested: 'changes requested',
  published: 'published',
  rejected: 'rejected',
  archived: 'archived',
};

type Pair = [unknown, unknown];

function pairOf(value: unknown): Pair | undefined {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined;
}

/**
 * Returns the state transition of a module caused by an event: of the working copy, or of the module itself if no
 * working copy is open or the module is archived. Null if the state didn't change.
 */
export function movedBy({
  subject,
  changes,
}: Pick<AuditEvent, 'subject' | 'changes'>): { before: string; after: string } | null {
  if (subject.kind !== 'module' || changes === null) return null;
  const status = pairOf(changes['status']);
  const workflow = pairOf(changes['workflow']);
  if (status === undefined && workflow === undefined) return null;
  const isPutAway = status?.includes('archived') === true;
  const placeAt = (side: 0 | 1) => {
    const own = isPutAway ? status?.[side] : (workflow?.[side] ?? status?.[side]);
    // A module without an open working copy is published.
    const place = typeof own === 'string' ? own : 'published';
    return PLACES[place] ?? place;
  };
  const [before, after] = [placeAt(0), placeAt(1)];
  return before === after ? null : { before, after };
}
