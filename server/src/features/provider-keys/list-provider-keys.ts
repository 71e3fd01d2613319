import { liveTopics } from '@training/shared/live';
import { AiCapability, ProviderKey, type ProviderKeyList } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { workspaceLiveTopicOf } from '../../platform/topic-changes.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';

/** SQL for a key as shown on the page; contains no encrypted text. */
const KEY_JSON = `json_build_object(
  'id', k.id, 'capability', k.capability, 'provider', k.provider,
  'model', k.model, 'resource', k.resource, 'deployment', k.deployment, 'task_models', k.task_models,
  'endpoint', case when k.base_url is not null then json_build_object('name', k.endpoint_name, 'base_url', k.base_url,
    'context_tokens', k.context_tokens, 'has_key', k.has_key, 'answer_form', h.answer_form) end,
  'version', k.version,
  'created_at', to_iso(k.created_at), 'created_by', k.created_by_name,
  'rotated_at', to_iso(k.rotated_at), 'rotated_by', k.rotated_by_name,
  'last_verified_at', to_iso(h.last_verified_at), 'last_used_at', to_iso(h.last_used_at),
  'last_error', case when h.last_error is not null
    then json_build_object('at', to_iso(h.last_error_at), 'outcome', h.last_error) end,
  'failing_since', to_iso(h.failing_since), 'failing_model', h.failing_model)`;

const LIST_PROVIDER_KEYS = defineStatement({
  name: 'list-provider-keys',
  scope: 'tenant',
  row: z.strictObject({ capability: AiCapability, own: ProviderKey.nullable(), parked_jobs: z.number() }),
  sql: `
select c.capability, case when k.id is not null then ${KEY_JSON} end as own,
  (select count(*)::integer from ai_jobs j
    where j.workspace_id = :workspaceId and j.capability = c.capability and j.state = 'parked') as parked_jobs
from unnest(:capabilities::text[]) with ordinality as c (capability, place)
left join provider_keys k on k.workspace_id = :workspaceId and k.capability = c.capability
left join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
order by c.place`,
});

const READ_PROVIDER_KEY = defineStatement({
  name: 'read-provider-key',
  scope: 'tenant',
  row: z.strictObject({ key: ProviderKey }),
  sql: `
select ${KEY_JSON} as key
from provider_keys k
left join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
where k.workspace_id = :workspaceId and k.id = :id`,
});

/**
 * Lists the capabilities with the keys that they use, without secrets. Callers limited to the status see only the
 * provider, the model and the health, but not the account or who manages the key.
 */
export async function listProviderKeys({
  db,
  workspace,
  reach,
  ai: { settings },
}: Pick<AiContext, 'db' | 'workspace' | 'reach' | 'ai'>): Promise<ProviderKeyList> {
  const asked = { workspaceId: workspace.id, capabilities: AiCapability.options };
  const rows = await LIST_PROVIDER_KEYS.all(db.pool, asked);
  return {
    capabilities: rows.map((row) => {
      const pooled = settings.pooled[row.capability];
      return {
        ...row,
        own: row.own && reach === 'status' ? statusOf(row.own) : row.own,
        pooled: pooled ? { provider: pooled.provider, model: pooled.model } : null,
      };
    }),
    models: modelsOf(settings),
  };
}

const statusOf = (own: ProviderKey): ProviderKey => ({
  ...own,
  resource: null,
  endpoint: own.endpoint && { ...own.endpoint, base_url: null },
  created_by: null,
  rotated_by: null,
});

/** Reads one key as shown on the page; after a change, in the same transaction. */
export async function readProviderKey(em: StatementRunner, workspaceId: string, id: string): Promise<ProviderKey> {
  return (await READ_PROVIDER_KEY.one(em, { workspaceId, id })).key;
}

/** Topic for changes to the workspace's list of provider keys. */
export const providerKeysLiveTopicOf = (workspaceId: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.providerKeys);

/** Offered models without prices, which are only for the server's estimates. */
function modelsOf({ models }: AiSettings): ProviderKeyList['models'] {
  const listed = (provider: keyof typeof models) =>
    models[provider].map(({ id, label, tier }) => ({ id, label, tier }));
  return {
    anthropic: listed('anthropic'),
    openai: listed('openai'),
    google: listed('google'),
    // Models of Azure can't be chosen: they are listed only for their prices, and name the operator's resources.
    azure_openai: [],
    openai_compatible: [],
    deepgram: listed('deepgram'),
  };
}
