import { traitsOfEventAction, type EventAction, type OutgoingEventTypeOfAction } from '@training/shared/events/events';
import { OUTGOING_EVENT_SCHEMAS, type OutgoingEventData } from '@training/shared/events/outgoing-events';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { isSqlResultValidationEnabled } from '../../database/statements/validation.ts';
import { newId } from '../../platform/ids.ts';

/** Workspace, actor and time of a change. */
export type EventContext = Pick<Context, 'actor' | 'now' | 'requestId' | 'ip'> & { workspace: { id: string } };

/** A state change with any action. */
export type UntypedEvent = {
  action: EventAction;
  subject: { kind: string; id: string | null; name: string };
  /** `field: [before, after]`, or the reason given. */
  changes?: Record<string, unknown> | undefined;
  /** Data of the outgoing event, without the actor. */
  outgoing?: object | undefined;
};

/** A state change. `outgoing` is required for actions with an outgoing event. */
export type EventToRecord<Action extends EventAction> = Omit<UntypedEvent, 'action' | 'outgoing'> & {
  action: Action;
} & ([OutgoingEventTypeOfAction<Action>] extends [never]
    ? { outgoing?: undefined }
    : { outgoing: OutgoingEventData<OutgoingEventTypeOfAction<Action>> });

const INTO_AUDIT_LOG = `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name,
    subject_kind, subject_id, subject_name, changes, request_id, ip)` as const;
const INTO_OUTGOING = `insert into outgoing_events (workspace_id, id, type, at, data)` as const;

const LOGGED = `
event_logged as (
  ${INTO_AUDIT_LOG}
  select :workspaceId::uuid, :eventId::uuid, :now::timestamptz, :action, :actorKind, :actorId::uuid, :actorName,
    :subjectKind, :subjectId::uuid, :subjectName, :changes::jsonb, :requestId, :ip
  from written
)` as const;

const WITH_OUTGOING = `
event_sent as (
  ${INTO_OUTGOING}
  select :workspaceId::uuid, :eventId::uuid, :outgoingType, :now::timestamptz, :outgoing::jsonb
  from written
)` as const;

/**
 * CTEs that record a state change for each row of the preceding CTE `written`, so that a hot statement writes a change
 * and its record at once. Takes `eventParametersOf`. For actions without an outgoing event; others need
 * `RECORD_EVENT_WITH_OUTGOING_CTES`.
 */
export const RECORD_EVENT_CTES = LOGGED;

/** Like `RECORD_EVENT_CTES`, for actions with an outgoing event. */
export const RECORD_EVENT_WITH_OUTGOING_CTES = `${LOGGED},${WITH_OUTGOING}` as const;

/**
 * Like `RECORD_EVENT_WITH_OUTGOING_CTES`, for many changes of one action and cause: of the events, those whose subject
 * is in `written`. Takes `eventBatchParametersOf`.
 */
export const RECORD_EVENT_BATCH_CTES = `
events as materialized (
  select * from jsonb_to_recordset(:events::jsonb) as e(
    id uuid, action text, subject_id uuid, subject_name text, changes jsonb, outgoing_type text, outgoing jsonb)
  where e.subject_id in (select id from written) order by e.id
), event_logged as (
  ${INTO_AUDIT_LOG}
  select :workspaceId::uuid, e.id, :now::timestamptz, e.action, :actorKind, :actorId::uuid, :actorName,
    :subjectKind, e.subject_id, e.subject_name, e.changes, :requestId, :ip
  from events e
), event_sent as (
  ${INTO_OUTGOING}
  select :workspaceId::uuid, e.id, e.outgoing_type, :now::timestamptz, e.outgoing from events e
)` as const;

const RECORD = defineStatement({
  name: 'record-event',
  scope: 'tenant',
  sql: `with written as (select), ${RECORD_EVENT_CTES} select from written`,
});

const RECORD_WITH_OUTGOING = defineStatement({
  name: 'record-event-with-outgoing',
  scope: 'tenant',
  sql: `with written as (select), ${RECORD_EVENT_WITH_OUTGOING_CTES} select from written`,
});

/**
 * Records a state change in its own transaction: in the audit log and, if the action has one, as an outgoing event.
 * Neither is ever written without the other. Returns the id of both.
 */
export function recordEvent<Action extends EventAction>(
  on: StatementRunner,
  cause: EventContext,
  change: EventToRecord<Action>,
): Promise<string> {
  return recordUntypedEvent(on, cause, change);
}

/** Like `recordEvent`, for callers whose types can't link the action to its outgoing data. Validated all the same. */
export async function recordUntypedEvent(
  on: StatementRunner,
  cause: EventContext,
  change: UntypedEvent,
): Promise<string> {
  const statement = traitsOfEventAction(change.action).outgoing ? RECORD_WITH_OUTGOING : RECORD;
  const parameters = parametersOf(cause, change);
  await statement.run(on, parameters);
  return parameters.eventId;
}

/** The parameters of `RECORD_EVENT_CTES` and `RECORD_EVENT_WITH_OUTGOING_CTES`. */
export function eventParametersOf<Action extends EventAction>(cause: EventContext, change: EventToRecord<Action>) {
  return parametersOf(cause, change);
}

/** The parameters of `RECORD_EVENT_BATCH_CTES`, for changes with the same kind of subject. */
export function eventBatchParametersOf<Action extends EventAction>(
  cause: EventContext,
  subjectKind: string,
  changes: readonly EventToRecord<Action>[],
) {
  const { workspace, actor, now, requestId, ip } = cause;
  const events = changes.map((change) => {
    const { eventId, outgoingType, ...of } = parametersOf(cause, change);
    return `{"id":"${eventId}","action":"${of.action}","subject_id":"${of.subjectId}","subject_name":${JSON.stringify(of.subjectName)},"changes":${of.changes},"outgoing_type":"${outgoingType}","outgoing":${of.outgoing}}`;
  });
  return {
    workspaceId: workspace.id,
    now,
    actorKind: actor.kind,
    actorId: actor.kind === 'system' ? null : actor.id,
    actorName: actor.name,
    subjectKind,
    requestId,
    ip,
    events: `[${events.join(',')}]`,
  };
}

function parametersOf(cause: EventContext, { action, subject, changes, outgoing }: UntypedEvent) {
  const { workspace, actor, now, requestId, ip } = cause;
  const actorId = actor.kind === 'system' ? null : actor.id;
  const outgoingType = traitsOfEventAction(action).outgoing ?? null;
  const outgoingData = outgoing && { ...outgoing, by: { kind: actor.kind, id: actorId, name: actor.name } };
  if (outgoingType && isSqlResultValidationEnabled()) OUTGOING_EVENT_SCHEMAS[outgoingType].parse(outgoingData);
  return {
    workspaceId: workspace.id,
    eventId: newId(),
    now,
    action,
    actorKind: actor.kind,
    actorId,
    actorName: actor.name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    changes: changes ? JSON.stringify(changes) : null,
    requestId,
    ip,
    outgoingType,
    outgoing: outgoingData ? JSON.stringify(outgoingData) : null,
  };
}
