// What it costs to find and open the key that a workspace uses, beside a bare select of its row.
import type { Workspace } from '../src/core/context.ts';
import { readConfig } from '../src/core/config.ts';
import type { Database } from '../src/database/database.ts';
import { openAiServices } from '../src/core/services.ts';
import { FIND_OWN_KEY, findOwnSealedKey } from '../src/features/provider-keys/own-key.ts';
import { decryptProviderKey, SEALED_PROVIDER_KEY_COLUMN } from '../src/features/provider-keys/sealed-key.ts';
import { newId } from '../src/platform/ids.ts';
import { seal } from '../src/platform/encryption/sealing.ts';
import { keyFor } from '../test/ai/stand-in.ts';
import type { Data } from './data.ts';
import { alternateTimed, type Latencies, type Rounds } from './measure.ts';
import { KEYRING } from './processes.ts';
import { fine, grid, median, percentile, type Part } from './report.ts';

export const PROVIDER_KEY = 'provider key, resolved';

const WORKSPACES = 1_000;
/** Milliseconds at the median. */
const LIMIT = 1;

const { keyring, settings } = openAiServices(readConfig(KEYRING), { error: () => undefined });

const STORE_WORKSPACES = `
with made as (
  insert into workspaces (id, slug, name, created_at)
  select id, slug, slug, now() from unnest($1::uuid[], $2::text[]) w (id, slug)
  on conflict (slug) do nothing
)
select 1`;

const STORE_KEYS = `
with made as (
  insert into provider_keys (workspace_id, id, capability, provider, model, key_id, sealed, version, created_at, created_by_name)
  select workspace_id, id, 'generation', 'anthropic', $5, key_id, sealed, 1, now(), 'Bench'
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) k (workspace_id, id, key_id, sealed)
  on conflict (workspace_id, capability) do nothing
  returning workspace_id, id
)
insert into provider_key_health (workspace_id, provider_key_id, last_verified_at) select workspace_id, id, now() from made`;

/** Gives the measured workspace a key that the stand-in of the provider accepts, and so many others one too. */
export async function storeKeys({ db: { pool }, workspace }: Data): Promise<Workspace[]> {
  const slugs = Array.from({ length: WORKSPACES - 1 }, (_, n) => `keys-${n}`);
  await pool.query(STORE_WORKSPACES, [slugs.map(() => newId()), slugs]);
  const { rows } = await pool.query<Workspace>('select id, slug, name from workspaces where slug = any($1)', [slugs]);
  const workspaces = [workspace, ...rows];
  const [capability, provider] = ['generation', 'anthropic'] as const;
  const keys = workspaces.map(({ id: workspaceId, slug }) => {
    const row = { workspaceId, id: newId(), capability, provider, version: 1 };
    return { ...row, ...seal(keyring, keyFor('good', slug), SEALED_PROVIDER_KEY_COLUMN.bindingOf(row)) };
  });
  await pool.query(STORE_KEYS, [
    keys.map(({ workspaceId }) => workspaceId),
    keys.map(({ id }) => id),
    keys.map(({ keyId }) => keyId),
    keys.map(({ sealed }) => sealed),
    settings.models.anthropic[0]?.id,
  ]);
  await pool.query('vacuum (analyze) provider_keys, provider_key_health');
  return workspaces;
}

/**
 * One at a time, of another workspace each time, as each call of a provider does it; the select runs in the same pool.
 */
export async function measureKeys({ db }: Data, workspaces: Workspace[], rounds: Rounds): Promise<Part> {
  const measured: Record<'raw' | 'resolved', Latencies[]> = { raw: [], resolved: [] };
  const of = (n: number) => workspaces[n % workspaces.length]!;
  const sides = {
    raw: (n: number) => () => FIND_OWN_KEY.first(db.pool, { workspaceId: of(n).id, capability: 'generation' }),
    resolved: (n: number) => () => resolve(db, of(n)),
  };
  await alternateTimed(sides, measured, { names: ['raw', 'resolved'], rounds });
  const timesOf = (side: Latencies[]) => [percentile(side, 0.5), percentile(side, 0.99)];
  const [raw, resolved] = [timesOf(measured.raw), timesOf(measured.resolved)];
  const more = resolved.map((time, n) => time - raw[n]!);
  const value = median(measured.resolved.map((round) => percentile([round], 0.5)));
  return {
    table: grid([
      ['', 'select p50', 'p99', 'resolved p50', 'p99', 'more, p50', 'p99'],
      [PROVIDER_KEY, ...[...raw, ...resolved, ...more].map(fine)],
    ]),
    limits: [{ name: `${PROVIDER_KEY}, p50`, value, limit: LIMIT, unit: 'ms' }],
  };
}

async function resolve(db: Database, workspace: Workspace): Promise<void> {
  const own = await findOwnSealedKey({ db, workspace }, 'generation');
  const opened = own && decryptProviderKey(keyring, own);
  const key = opened && 'credential' in opened ? opened.credential.key : undefined;
  if (key !== keyFor('good', workspace.slug)) throw new Error(`${workspace.slug} has another key`);
}
