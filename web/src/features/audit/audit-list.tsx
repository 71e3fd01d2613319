import { VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconRobot, IconServer, IconUser } from '@tabler/icons-react';
import type { AuditEvent } from '@training/shared/audit';
import { Time } from '../../ui/time.tsx';
import { AuditDetails } from './audit-details.tsx';
import classes from './audit.module.css';
import { sentenceOf } from './audit-words.ts';

const ACTORS = {
  user: { icon: IconUser, label: 'Person' },
  token: { icon: IconRobot, label: 'API token' },
  system: { icon: IconServer, label: 'System' },
} as const;

/** One line an event; the line opens to the details. */
export function AuditList({ events }: { events: AuditEvent[] }) {
  return (
    <ul className={classes.list} aria-label="Audit log">
      {events.map((event) => (
        <li key={event.id} className={classes.event}>
          <details>
            <summary className={classes.line}>
              <IconChevronRight size={16} className={classes.chevron} aria-hidden />
              <Sentence event={event} />
              <span className={classes.time}>
                <Time at={event.at} />
              </span>
            </summary>
            <AuditDetails event={event} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Sentence({ event }: { event: AuditEvent }) {
  const { icon: Icon, label } = ACTORS[event.actor.kind];
  const { who, did, what } = sentenceOf(event);
  return (
    <span className={classes.sentence}>
      <Icon size={15} className={classes.actor} aria-hidden />
      <VisuallyHidden>{label}: </VisuallyHidden>
      {who} {did}
      {what !== null && (
        <>
          {' '}
          <strong>{what}</strong>
        </>
      )}
    </span>
  );
}
