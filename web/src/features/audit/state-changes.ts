import type { AuditEvent } from '@training/shared/audit/audit';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

const PLACES = ['draft', 'in_review', 'changes_requested', 'published', 'rejected', 'archived'] as const;

/** Returns the label of a module's state, same as in its badge; undefined for a state that no longer exists. */
export function moduleStateInWords(place: string): string | undefined {
  const found = PLACES.find((each) => each === place);
  return found && t(`place.${found}`);
}

type Pair = [unknown, unknown];

function pairOf(value: unknown): Pair | undefined {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined;
}

/**
 * Returns the state transition of a module caused by an event: of the working copy, or of the module itself if no
 * working copy is open or the module is archived. Null if the state didn't change.
 */
export function moduleStateChangeOf({
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
    return moduleStateInWords(place) ?? place;
  };
  const [before, after] = [placeAt(0), placeAt(1)];
  return before === after ? null : { before, after };
}
