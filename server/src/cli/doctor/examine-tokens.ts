import { UNUSED_DAYS } from '@training/shared/tokens/tokens';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { firstNames } from '../../features/secrets/stored-secret.ts';
import { type Finding, note, ok } from './finding.ts';

const TOPIC = 'API tokens';

/** Tokens that are reported to programs. */
const MOST = 100;

const UNUSED_TOKENS = defineStatement({
  name: 'doctor-unused-tokens',
  scope: 'cross_tenant',
  row: z.strictObject({ slug: z.string(), name: z.string(), all: z.int() }),
  sql: `
select w.slug, t.name, (count(*) over ())::int as all
from api_tokens t
join workspaces w on w.id = t.workspace_id
left join api_token_uses u on u.workspace_id = t.workspace_id and u.token_id = t.id
where t.revoked_at is null and coalesce(u.used_at, t.created_at) < now() - make_interval(days => :days)
order by coalesce(u.used_at, t.created_at), t.id
limit :most`,
});

/** Finds active tokens that nothing has used for 90 days (rules/tokens 10). */
export async function examineTokens(db: Database): Promise<Finding> {
  const rows = await UNUSED_TOKENS.all(db.pool, { days: UNUSED_DAYS, most: MOST });
  const unused = rows.map(({ slug, name }) => ({ slug, name }));
  const all = rows[0]?.all ?? 0;
  const facts = { unused: all, tokens: unused };
  if (all === 0) return ok(TOPIC, `each was used in the last ${UNUSED_DAYS} days`, facts);
  const named = firstNames(
    unused.map(({ slug, name }) => `“${name}” (${slug})`),
    3,
  );
  const says = `${all === 1 ? '1 was' : `${all} were`} not used for ${UNUSED_DAYS} days: ${named}`;
  return note(TOPIC, says, 'a super admin can revoke what no system needs, on the page “Keys and tokens”', facts);
}
