import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { entityManager } from '../../../core/transaction.ts';
import { switchOff } from '../switch-off.ts';
import type { Unfit } from './record-delivery-results.ts';

/** Locks the endpoint, unless it has accepted an event since or another instance has switched it off. */
const LOCK_FAILING = defineStatement({
  name: 'lock-failing-webhook',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), url: z.string(), description: z.string() }),
  sql: `
select id, url, coalesce(description, '') as description from webhook_endpoints
where workspace_id = :workspaceId and id = :id and state = 'on' and failing_since is not null
for no key update`,
});

/** Switches off an endpoint that has failed for days or responded with 410 (rules/webhooks 15). */
export async function switchOffUnfit(db: Database, { workspaceId, id, reason }: Unfit): Promise<void> {
  const workspace = { id: workspaceId, slug: '', name: '' };
  await entityManager({ db, workspace }).transactional(async (em) => {
    const unfit = await LOCK_FAILING.first(em, { workspaceId, id });
    const actor = { kind: 'system', name: 'Webhooks' } as const;
    if (unfit) await switchOff(em, { workspace, actor, now: new Date(), requestId: null, ip: null }, unfit, reason);
  });
}
