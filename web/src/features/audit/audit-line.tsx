import { ActionIcon, Code, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconRobot, IconServer, IconUser } from '@tabler/icons-react';
import type { AuditEvent, AuditLine } from '@training/shared/audit/audit';
import { useId, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EventSentence } from '../events/sentence.tsx';
import { type AuditFieldChange, describeChanges } from './audit-words.ts';
import classes from './audit.module.css';
import { moduleStateChangeOf } from './state-changes.ts';
import { ZonedTime, formatExactTime } from './zoned-time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('audit');

/** Returns the ids of the managers before and after, if the manager changed. */
function managersIn({ changes }: AuditEvent): string[] {
  const changed = changes?.['manager_id'];
  return Array.isArray(changed) ? changed.filter((id) => typeof id === 'string') : [];
}

interface AuditDetailsProps {
  event: AuditEvent;
  timeZone: string;
}

/** The details of an entry, with its technical fields at the end. */
function AuditDetails({ event, timeZone }: AuditDetailsProps) {
  const { data: departments = [] } = trpc.departments.list.useQuery();
  const managers = trpc.useQueries((api) => managersIn(event).map((id) => api.users.get({ id })));
  const mayTrace = usePermissionReach('notifications:trace') !== undefined;
  const names = [
    ...departments.map(({ id, name }) => [id, name] as const),
    ...managers.flatMap(({ data }) => (data ? [[data.id, data.full_name] as const] : [])),
  ];
  const changes = describeChanges(event, new Map(names));
  return (
    <>
      <dl className={classes.facts}>
        <Changes changes={changes.filter(({ isTechnical }) => !isTechnical)} />
        <dt>{t('time')}</dt>
        <dd>{formatExactTime(event.at, timeZone)}</dd>
        {event.ip !== null && (
          <>
            <dt>{t('ipAddress')}</dt>
            <dd>{event.ip}</dd>
          </>
        )}
        {mayTrace && (
          <>
            <dt>{t('notified')}</dt>
            <dd>
              <TextLink to="/$workspace/settings/notifications/sent" search={{ event: event.id }}>
                {t('viewNotifications')}
              </TextLink>
            </dd>
          </>
        )}
      </dl>
      <details className={classes.technical}>
        <summary>{t('technicalDetails')}</summary>
        <Technical event={event} changes={changes.filter(({ isTechnical }) => isTechnical)} />
      </details>
    </>
  );
}

function Technical({ event, changes }: { event: AuditEvent; changes: AuditFieldChange[] }) {
  const { id, action, actor, subject, request_id } = event;
  return (
    <dl className={classes.facts}>
      <dt>{t('action')}</dt>
      <dd>
        <Code>{action}</Code>
      </dd>
      <dt>{t('entry')}</dt>
      <dd>
        <Code>{id}</Code>
      </dd>
      <Party title={t('by')} kind={actor.kind} id={actor.id} />
      <Party title={t('on')} kind={subject.kind} id={subject.id} />
      <Changes changes={changes} />
      {request_id !== null && (
        <>
          <dt>{t('request')}</dt>
          <dd className={classes.copyable}>
            <Code>{request_id}</Code>
            <CopyButton value={request_id} label={t('copyRequestId')} />
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

function Changes({ changes }: { changes: AuditFieldChange[] }) {
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

const ACTORS = {
  user: { icon: IconUser, label: 'actor.user' },
  token: { icon: IconRobot, label: 'actor.token' },
  system: { icon: IconServer, label: 'actor.system' },
} as const;

/** One line of the log. It expands to its details, or to the entries folded into it. */
export function AuditLogLine({ line, timeZone }: { line: AuditLine; timeZone: string }) {
  const { at, folded, course_id, actor } = line;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { icon: Icon, label } = ACTORS[actor.kind];
  const sentence = <EventSentence event={line} courseId={course_id} />;
  return (
    <li>
      <div className={classes.line}>
        <ActionIcon
          id={`${id}-opener`}
          className={classes.opener}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('details')}
          aria-labelledby={`${id}-opener ${id}-sentence`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-details` : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
        </ActionIcon>
        <span id={`${id}-sentence`} className={classes.sentence}>
          <Icon size={15} className={classes.actor} aria-hidden />
          <VisuallyHidden>{t(label)}: </VisuallyHidden>
          {folded === null ? sentence : t.nodes('severalTimes', { sentence: () => sentence, count: folded.count })}
        </span>
        <Moved event={line} />
        <span className={classes.time}>
          {folded !== null && !isSameMinute(folded.since, at) && (
            <>
              <ZonedTime at={folded.since} timeZone={timeZone} />–
            </>
          )}
          <ZonedTime at={at} timeZone={timeZone} />
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
  const moved = moduleStateChangeOf(event);
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
    <PageState query={folded} what={t('theEntriesOfLine')}>
      {({ events }) => (
        <>
          <ul className={classes.folded} aria-label={t('entriesOfLine')}>
            {events.map((event) => (
              <li key={event.id}>
                <details>
                  <summary>
                    <ZonedTime at={event.at} timeZone={timeZone} withSeconds /> {itemsOf(event.changes)}
                  </summary>
                  <div className={classes.entry}>
                    <AuditDetails event={event} timeZone={timeZone} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
          {count > events.length && <p>{t('andOlder', { count: count - events.length })}</p>}
        </>
      )}
    </PageState>
  );
}

/** Returns "12 → 13 items" if their number has changed. */
function itemsOf(changes: AuditLine['changes']): string {
  const items = changes?.['items'];
  if (!Array.isArray(items) || typeof items[0] !== 'number' || typeof items[1] !== 'number') return t('edited');
  const [before, after]: [number, number] = [items[0], items[1]];
  if (before === after) return t('itemCount', { count: after });
  return t('itemCounts', { before, after });
}
