import type { AuditEvent } from '@training/shared/audit';

/** Where a module stands, in the words of its badge. */
export const PLACES: Record<string, string> = {
  draft: 'draft',
  in_review: 'in review',
  changes_requested: 'needs changes',
  published: 'published',
  rejected: 'rejected',
  archived: 'archived',
};

type Pair = [unknown, unknown];

function pairOf(value: unknown): Pair | undefined {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined;
}

/**
 * From where to where an event has moved a module: its working copy, and the module itself where none is open or it is
 * put away. Null where it stayed.
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
    // A module of which no working copy is open is published.
    const place = typeof own === 'string' ? own : 'published';
    return PLACES[place] ?? place;
  };
  const [before, after] = [placeAt(0), placeAt(1)];
  return before === after ? null : { before, after };
}
