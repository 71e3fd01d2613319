// The three writes at their floors. `FEWEST` writes the rows that ours writes, in one statement; `PLAIN` is what a
// server without an audit log does: the row alone. Neither holds the token, checks its input or locks what it reads.
import type { Role } from '@training/shared/permissions';
import type { Context } from '../src/core/context.ts';
import { INSERT_SUGGESTION, toSuggestionParameters } from '../src/features/suggestions/intake/enqueue.ts';
import { hashNormalizedText } from '../src/features/suggestions/intake/normalise-text.ts';
import { eventParametersOf, RECORD_EVENT_WITH_OUTGOING_CTES } from '../src/features/events/record-event.ts';
import { defineStatement, JsonRow } from '../src/database/statements/statement.ts';
import { newId } from '../src/platform/ids.ts';

export type Body = {
  email?: string;
  full_name?: string;
  role?: Role;
  department_id?: string;
  title?: string;
  content?: string;
  source_name?: string;
  source_url?: string;
};
export type Written = { json: string; created: boolean };
export type Writes = Record<'user' | 'suggestion', (cause: Context, body: Body) => Promise<Written>>;

const WRITE_USER = `
  insert into users (workspace_id, id, email, full_name, role, department_id, is_active, created_at, updated_at)
  values (:workspaceId, :id, :email, :fullName, :role, :departmentId, true, :now, :now)
  on conflict (workspace_id, email) do update set full_name = excluded.full_name, updated_at = excluded.updated_at
  returning *`;

const USER_JSON = `json_build_object('id', id, 'email', email, 'full_name', full_name, 'role', role,
  'department_id', department_id, 'is_active', is_active, 'created_at', to_iso(created_at))::text as json`;

const UPSERT_WITH_EVENT = defineStatement({
  name: 'floor-upsert-with-event',
  scope: 'tenant',
  row: JsonRow,
  sql: `with written as (${WRITE_USER}), ${RECORD_EVENT_WITH_OUTGOING_CTES} select ${USER_JSON} from written`,
});

const UPSERT = defineStatement({
  name: 'floor-upsert',
  scope: 'tenant',
  row: JsonRow,
  sql: `with written as (${WRITE_USER}) select ${USER_JSON} from written`,
});

const INSERT = defineStatement({
  name: 'floor-insert-suggestion',
  scope: 'tenant',
  row: JsonRow,
  sql: `
insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, source_url, created_at)
values (:workspaceId, :id, 'pending', :title, :content, :textHash, :sourceName, :sourceName, :sourceUrl, :now)
returning json_build_object('id', id, 'status', status, 'title', title, 'source_name', source_name,
  'source_url', source_url, 'created_at', to_iso(created_at))::text as json`,
});

export const FEWEST: Writes = {
  async user(cause, body) {
    const { id, email, fullName, role, departmentId } = userOf(cause, body);
    // Whether there is one the statement finds out; what the log says of an update is as long as this.
    const created = body.role !== undefined;
    const event = eventParametersOf(cause, {
      action: created ? 'user.created' : 'user.updated',
      subject: { kind: 'user', id, name: fullName },
      changes: created
        ? { email, full_name: fullName, role, department_id: departmentId }
        : { full_name: ['', fullName] },
      outgoing: {
        user_id: id,
        email,
        external_id: null,
        full_name: fullName,
        role,
        department_id: departmentId,
        manager_id: null,
        is_active: true,
        ...(!created && { changed: ['full_name'] }),
      },
    });
    const { json } = await UPSERT_WITH_EVENT.one(cause.db.pool, { ...event, id, email, fullName, role, departmentId });
    return { json, created };
  },
  async suggestion(cause, { title, content = '', source_name = '', source_url }) {
    const input = { content, source_name, ...(title && { title }), ...(source_url && { source_url }) };
    return {
      ...(await INSERT_SUGGESTION.one(cause.db.pool, toSuggestionParameters(cause, input).values)),
      created: true,
    };
  },
};

export const PLAIN: Writes = {
  async user(cause, body) {
    return { ...(await UPSERT.one(cause.db.pool, userOf(cause, body))), created: body.role !== undefined };
  },
  async suggestion(cause, body) {
    return { ...(await INSERT.one(cause.db.pool, suggestionOf(cause, body))), created: true };
  },
};

function userOf(
  { workspace, now }: Context,
  { email = '', full_name: fullName = '', role = 'learner', department_id }: Body,
) {
  return { workspaceId: workspace.id, id: newId(), now, email, fullName, role, departmentId: department_id ?? null };
}

function suggestionOf({ workspace, now }: Context, { title = '', content = '', source_name = '', source_url }: Body) {
  const text = {
    title,
    content,
    textHash: hashNormalizedText(content),
    sourceName: source_name,
    sourceUrl: source_url ?? null,
  };
  return { workspaceId: workspace.id, id: newId(), now, ...text };
}
