import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconRobot, IconServer, IconUser } from '@tabler/icons-react';
import type { AuditEvent, AuditLine } from '@training/shared/audit/audit';
import { useId, useState } from 'react';
import { inFull, counted } from '../../lib/numbers.ts';
import { AuditDetails } from './audit-details.tsx';
import { Sentence } from '../events/sentence.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import classes from './audit.module.css';
import { movedBy } from './moves.ts';
import { Clock } from './zoned-time.tsx';

const ACTORS = {
  user: { icon: IconUser, label: 'Person' },
  token: { icon: IconRobot, label: 'API token' },
  system: { icon: IconServer, label: 'System' },
} as const;

/** One line of the log. It expands to its details, or to the entries folded into it. */
export function Line({ line, timeZone }: { line: AuditLine; timeZone: string }) {
  const { at, folded, course_id, actor } = line;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { icon: Icon, label } = ACTORS[actor.kind];
  return (
    <li className={classes.event}>
      <div className={classes.line}>
        <ActionIcon
          id={`${id}-opener`}
          className={classes.opener}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="Details"
          aria-labelledby={`${id}-opener ${id}-sentence`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-details` : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
        </ActionIcon>
        <span id={`${id}-sentence`} className={classes.sentence}>
          <Icon size={15} className={classes.actor} aria-hidden />
          <VisuallyHidden>{label}: </VisuallyHidden>
          <Sentence event={line} courseId={course_id} />
          {folded !== null && `, ${inFull(folded.count)} times`}
        </span>
        <Moved event={line} />
        <span className={classes.time}>
          {folded !== null && !isSameMinute(folded.since, at) && (
            <>
              <Clock at={folded.since} timeZone={timeZone} />–
            </>
          )}
          <Clock at={at} timeZone={timeZone} />
        </span>
      </div>
      {isOpen && (
        <div id={`${id}-details`} className={classes.details}>
          {folded === null ? (
            <AuditDetails event={line} timeZone={timeZone} />
          ) : (
            <FoldedEntries line={line} count={folded.count} timeZone={timeZone} />
          )}
        </div>
      )}
    </li>
  );
}

/** Compares UTC times, because time zones differ by whole minutes. */
const isSameMinute = (one: string, other: string) => one.slice(0, 16) === other.slice(0, 16);

/** The state transition of a module caused by the event. */
function Moved({ event }: { event: AuditEvent }) {
  const moved = movedBy(event);
  if (moved === null) return null;
  return (
    <code className={classes.moved}>
      {moved.before} → {moved.after}
    </code>
  );
}

interface FoldedEntriesProps {
  line: AuditLine;
  count: number;
  timeZone: string;
}

/** The entries folded into a line, each with its time, changes and expandable details. */
function FoldedEntries({ line: { at, id }, count, timeZone }: FoldedEntriesProps) {
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
