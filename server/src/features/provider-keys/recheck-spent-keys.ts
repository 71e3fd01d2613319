import { Id } from '@training/shared/primitives';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { isLive } from './provider-key.entity.ts';
import { openKey, SealedKey } from './sealed-key.ts';
import { verifyKey } from './verify-key.ts';
import { aiFeatures, markKeyAccepted } from './key-health.ts';

/** Hourly, because there is no event when a quota is raised or renewed. */
export const SPENT_KEYS_CRONTAB = '37 * * * * ask_spent_keys';

const SpentKey = z.strictObject({ workspace_id: Id, provider_key_id: Id });

/** Enqueues one job per key, so that an unresponsive provider doesn't delay the others. */
const ASK_EACH = defineStatement({
  name: 'recheck-spent-keys',
  scope: 'cross_tenant',
  sql: `
select graphile_worker.add_job('ask_spent_key',
  json_build_object('workspace_id', k.workspace_id, 'provider_key_id', k.id),
  max_attempts := 1, job_key := concat('spent_key:', k.id))
from provider_keys k
join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where h.failing_since is not null and h.last_error = 'quota_exhausted' and exists (
  select from ai_jobs j where j.workspace_id = k.workspace_id and j.capability = k.capability and j.state = 'parked')`,
});

const FIND_SPENT = defineStatement({
  name: 'find-spent-key',
  scope: 'tenant',
  row: SealedKey.extend({ slug: z.string(), name: z.string() }),
  sql: `
select k.workspace_id as "workspaceId", k.id, k.capability, k.provider, k.model, k.resource, k.deployment,
  k.base_url as "baseUrl", k.context_tokens as "contextTokens", h.answer_form as "answerForm",
  k.task_models as "taskModels", k.key_id as "keyId", k.sealed, k.version, w.slug, w.name
from provider_keys k join workspaces w on w.id = k.workspace_id
left join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where k.workspace_id = :workspaceId and k.id = :id`,
});

/** Retests keys with exhausted quotas while jobs wait for them; if a key is accepted, its jobs resume. */
export function recheckSpentKeysTasks({ db, ai }: Pick<TaskServices, 'db' | 'ai'>): TaskList {
  return {
    ask_spent_keys: async () => void (await ASK_EACH.run(db.pool)),
    async ask_spent_key(payload) {
      const { workspace_id: workspaceId, provider_key_id: id } = SpentKey.parse(payload);
      const found = await FIND_SPENT.first(db.pool, { workspaceId, id });
      const opened = found && openKey(ai.keyring, found);
      if (!opened || 'reason' in opened) return;
      const ctx = aiFeatures({ db, workspace: { id: workspaceId, slug: found.slug, name: found.name } });
      const askedAt = new Date();
      const { outcome } = await verifyKey({ ...ctx, ai }, opened.credential);
      if (isLive(outcome)) await markKeyAccepted(ctx, found, askedAt);
    },
  };
}
