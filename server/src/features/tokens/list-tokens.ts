import { ApiToken, UNUSED_TOKEN_DAYS, type TokenList } from '@training/shared/tokens/tokens';
import type { Context, Workspace } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../core/errors.ts';

const FIND_TOKEN_WORKSPACE = defineStatement({
  name: 'find-token-workspace',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  sql: `select w.id, w.slug, w.name from api_tokens t join workspaces w on w.id = t.workspace_id where t.id = :id`,
});

/**
 * Finds the workspace of a token, for the operator, who may identify a token by its id alone.
 * @throws AppError `token_not_found`
 */
export async function getWorkspaceOfTokenId(db: Database, id: string): Promise<Workspace> {
  const workspace = await FIND_TOKEN_WORKSPACE.first(db.pool, { id });
  if (!workspace) throw new AppError('token_not_found', `There is no API token ${id}; “token list” shows the ids.`);
  return workspace;
}

const LIST_TOKENS = defineStatement({
  name: 'list-tokens',
  scope: 'tenant',
  row: ApiToken,
  sql: `
select t.id, t.name, t.prefix, t.scopes, to_iso(t.created_at) as created_at, t.created_by_name as created_by,
  to_iso(t.revoked_at) as revoked_at, t.revoked_by_name as revoked_by,
  case when u.used_at is not null
    then json_build_object('at', to_iso(u.used_at), 'operation', u.operation, 'ip', u.ip, 'status', u.status) end as last_used,
  t.revoked_at is null and coalesce(u.used_at, t.created_at) < :now::timestamptz - make_interval(days => :unusedDays) as unused
from api_tokens t
left join api_token_uses u on u.workspace_id = t.workspace_id and u.token_id = t.id
where t.workspace_id = :workspaceId
order by t.created_at, t.id`,
});

/**
 * Lists all tokens of the workspace, including revoked ones. Callers limited to the status see only that and when each
 * was last used.
 */
export async function listTokens({
  db,
  workspace,
  now,
  reach,
}: Pick<Context, 'db' | 'workspace' | 'now' | 'reach'>): Promise<TokenList> {
  const tokens = await LIST_TOKENS.all(db.pool, { workspaceId: workspace.id, now, unusedDays: UNUSED_TOKEN_DAYS });
  return { tokens: reach === 'status' ? tokens.map(statusOf) : tokens };
}

function statusOf(token: ApiToken): ApiToken {
  const last_used = token.last_used && { at: token.last_used.at, operation: null, ip: null, status: null };
  return { ...token, prefix: null, created_by: null, revoked_by: null, last_used };
}
