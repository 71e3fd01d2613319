import { Code } from '@mantine/core';
import type { AuditEvent } from '@training/shared/audit';
import { exactTime } from '../../lib/dates.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './audit.module.css';
import { type Change, changesTold } from './audit-words.ts';

export function AuditDetails({ event }: { event: AuditEvent }) {
  const { data: departments = [] } = trpc.departments.list.useQuery();
  const { workspace } = useWorkspace();
  const mayTrace = useMay('notifications:trace') !== undefined;
  const changes = changesTold(event, new Map(departments.map(({ id, name }) => [id, name])));
  const { at, action, actor, subject, ip, request_id } = event;
  return (
    <div className={classes.details}>
      {changes.length > 0 && <Changes changes={changes} />}
      <dl className={classes.facts}>
        <dt>Time</dt>
        <dd>{exactTime(at)}</dd>
        <dt>Action</dt>
        <dd>
          <Code>{action}</Code>
        </dd>
        <Party title="By" kind={actor.kind} id={actor.id} />
        <Party title="On" kind={subject.kind} id={subject.id} />
        {mayTrace && (
          <>
            <dt>Notified</dt>
            <dd>
              <TextLink
                to="/$workspace/settings/notifications/sent"
                params={{ workspace: workspace.slug }}
                search={{ event: event.id }}
              >
                Who was told of it
              </TextLink>
            </dd>
          </>
        )}
        {ip !== null && (
          <>
            <dt>IP address</dt>
            <dd>{ip}</dd>
          </>
        )}
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
    </div>
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
  return (
    <dl className={classes.facts}>
      {changes.map(({ field, before, after }) => (
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
      ))}
    </dl>
  );
}
