import { describeAction, type EventAction } from '@training/shared/events/events';
import type { TracedPage } from '@training/shared/notifications/inbox';

type Told = Pick<NonNullable<TracedPage['event']>, 'by' | 'name'> & { action: EventAction };

/**
 * Names an event whose changes aren't known: what happened, to what, and who caused it. A sentence would need the
 * changes: a trainer whose grade completes a module hasn't completed it.
 */
export const eventTold = ({ action, name, by }: Told): string =>
  [describeAction(action).label, name, by.name].join(' · ');
