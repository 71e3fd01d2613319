import type { AuditLine } from '@training/shared/audit/audit';
import { counted, inFull } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { AuditDetails } from './audit-details.tsx';
import classes from './audit.module.css';
import { Clock } from './zoned-time.tsx';

interface FoldedEntriesProps {
  line: AuditLine;
  count: number;
  timeZone: string;
}

/** The entries folded into a line, each with its time, changes and expandable details. */
export function FoldedEntries({ line: { at, id }, count, timeZone }: FoldedEntriesProps) {
  const folded = trpc.audit.folded.useQuery({ at, id });
  return (
    <PageState query={folded} what="the entries of this line">
      {({ events }) => (
        <>
          <ul className={classes.folded} aria-label="Entries of this line">
            {events.map((event) => (
              <li key={event.id}>
                <details>
                  <summary>
                    <Clock at={event.at} timeZone={timeZone} withSeconds /> {itemsOf(event.changes)}
                  </summary>
                  <div className={classes.entry}>
                    <AuditDetails event={event} timeZone={timeZone} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
          {count > events.length && <p>and {counted(count - events.length, 'older one', 'older ones')}</p>}
        </>
      )}
    </PageState>
  );
}

/** Returns "12 → 13 items" if their number has changed. */
function itemsOf(changes: AuditLine['changes']): string {
  const items = changes?.['items'];
  if (!Array.isArray(items) || typeof items[0] !== 'number' || typeof items[1] !== 'number') return 'edited';
  const [before, after]: [number, number] = [items[0], items[1]];
  if (before === after) return counted(after, 'item', 'items');
  return `${inFull(before)} → ${counted(after, 'item', 'items')}`;
}
