import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconRobot, IconServer, IconUser } from '@tabler/icons-react';
import type { AuditEvent, AuditLine } from '@training/shared/audit/audit';
import { useId, useState } from 'react';
import { inFull } from '../../lib/numbers.ts';
import { AuditDetails } from './audit-details.tsx';
import { Sentence } from '../events/sentence.tsx';
import classes from './audit.module.css';
import { FoldedEntries } from './folded-entries.tsx';
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
