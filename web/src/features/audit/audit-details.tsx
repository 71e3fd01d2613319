import { Code } from '@mantine/core';
import type { AuditEvent } from '@training/shared/audit/audit';
import { trpc } from '../../lib/api/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './audit.module.css';
import { type Change, changesTold } from './audit-words.ts';
import { exactIn } from './zoned-time.tsx';

interface AuditDetailsProps {
  event: AuditEvent;
  timeZone: string;
}

/** The details of an entry, with its technical fields at the end. */
export function AuditDetails({ event, timeZone }: AuditDetailsProps) {
  const { data: departments = [] } = trpc.departments.list.useQuery();
  const { workspace } = useWorkspace();
  const mayTrace = useMay('notifications:trace') !== undefined;
  const changes = changesTold(event, new Map(departments.map(({ id, name }) => [id, name])));
  return (
    <>
      <dl className={classes.facts}>
        <Changes changes={changes.filter(({ isTechnical }) => !isTechnical)} />
        <dt>Time</dt>
        <dd>{exactIn(event.at, timeZone)}</dd>
        {event.ip !== null && (
          <>
            <dt>IP address</dt>
            <dd>{event.ip}</dd>
          </>
        )}
        {mayTrace && (
          <>
            <dt>Notified</dt>
            <dd>
              <TextLink
                to="/$workspace/settings/notifications/sent"
                params={{ workspace: workspace.slug }}
                search={{ event: event.id }}
              >
                View notifications
              </TextLink>
            </dd>
          </>
        )}
      </dl>
      <details className={classes.technical}>
        <summary>Technical details</summary>
        <Technical event={event} changes={changes.filter(({ isTechnical }) => isTechnical)} />
      </details>
    </>
  );
}

function Technical({ event, changes }: { event: AuditEvent; changes: Change[] }) {
  const { id, action, actor, subject, request_id } = event;
  return (
    <dl className={classes.facts}>
      <dt>Action</dt>
      <dd>
        <Code>{action}</Code>
      </dd>
      <dt>Entry</dt>
      <dd>
        <Code>{id}</Code>
      </dd>
      <Party title="By" kind={actor.kind} id={actor.id} />
      <Party title="On" kind={subject.kind} id={subject.id} />
      <Changes changes={changes} />
      {request_id !== null && (
        <>
          <dt>Request</dt>
          <dd className={classes.copyable}>
            <Code>{request_id}</Code>
            <CopyButton value={request_id} label="Copy request id" />
          </dd>
        </>
      )}
    </dl>
  );
}

function Party({ title, kind, id }: { title: string; kind: string; id: string | null }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {kind} {id !== null && <Code>{id}</Code>}
      </dd>
    </>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  return changes.map(({ field, before, after }) => (
    <div key={field} className={classes.change}>
      <dt>{field}</dt>
      <dd>
        {before !== undefined && (
          <>
            <del>{before}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        {before === undefined ? after : <ins>{after}</ins>}
      </dd>
    </div>
  ));
}
