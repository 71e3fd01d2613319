import { ApiToken, UNUSED_DAYS, type TokenList } from '@training/shared/tokens/tokens';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';

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
  const tokens = await LIST_TOKENS.all(db.pool, { workspaceId: workspace.id, now, unusedDays: UNUSED_DAYS });
  return { tokens: reach === 'status' ? tokens.map(statusOf) : tokens };
}

function statusOf(token: ApiToken): ApiToken {
  const last_used = token.last_used && { at: token.last_used.at, operation: null, ip: null, status: null };
  return { ...token, prefix: null, created_by: null, revoked_by: null, last_used };
}
