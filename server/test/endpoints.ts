import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from './database.ts';
import { makerFor } from './make.ts';
import type { Context } from '../src/core/context.ts';
import { execute } from '../seeds/execute.ts';
import { newId } from '../src/platform/ids.ts';
import { openKeyring, type Keyring } from '../src/platform/encryption/keyring.ts';
import { seal } from '../src/platform/encryption/sealing.ts';
import { defineSealedColumn, registerSealedColumn, SealedRow } from '../src/features/secrets/sealed-column.ts';

/** A table of somebody else's, with two secrets in a row: while the secret is rolled the former one is valid too. */
const ENDPOINTS = `
create table test_endpoints (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  base_url text not null,
  version integer not null,
  secret sealed_secret not null,
  secret_key_id text not null,
  former sealed_secret,
  former_key_id text,
  primary key (workspace_id, id),
  check ((former is null) = (former_key_id is null))
)`;

const Row = SealedRow.extend({ baseUrl: z.string(), version: z.int() });
type Row = z.infer<typeof Row>;

const bindingOf = ({ workspaceId, id }: Row, version: number) => [workspaceId, 'test_endpoint', id, String(version)];
const rewrapped = ({ id, baseUrl }: Row) => ({
  action: 'provider_key.rewrapped' as const,
  subject: { kind: 'test_endpoint', id, name: baseUrl },
});

export const SECRET = defineSealedColumn({
  table: 'test_endpoints',
  column: 'secret',
  keyId: 'secret_key_id',
  noun: 'endpoint secret',
  row: Row,
  bindingOf: (row) => bindingOf(row, row.version),
  labelsOf: ({ baseUrl }) => ({ base_url: baseUrl }),
});

/** It moves there as it is: the version that it was sealed with is the one before. */
export const FORMER = defineSealedColumn({
  table: 'test_endpoints',
  column: 'former',
  keyId: 'former_key_id',
  noun: 'former endpoint secret',
  row: Row,
  bindingOf: (row) => bindingOf(row, row.version - 1),
  labelsOf: ({ baseUrl }) => ({ base_url: baseUrl, secret: 'former' }),
});

const REMOVE = 'delete from test_endpoints where workspace_id = $1 and id = $2';
const REMOVE_FORMER =
  'update test_endpoints set former = null, former_key_id = null where workspace_id = $1 and id = $2';
const running = (text: string) => async (ctx: Context, row: Row) =>
  ctx.transaction && execute(ctx.transaction, text, [row.workspaceId, row.id]);

export const ENDPOINT_COLUMNS = [
  registerSealedColumn(SECRET, { rewrapped, discard: running(REMOVE) }),
  registerSealedColumn(FORMER, { rewrapped, discard: running(REMOVE_FORMER) }),
];

/** A keyring of settings, whose keys are as many bytes of the number that each has here; the first of them seals. */
export function keyringOf(keys: Record<string, number>): Keyring {
  const bytes = new Map(Object.entries(keys).map(([id, byte]) => [id, Buffer.alloc(32, byte)]));
  const [active = ''] = bytes.keys();
  return openKeyring({ encryption: { keys: bytes, active }, dataDir: '/nowhere' });
}

/** A database of its own with the table in it. */
export async function withEndpoints() {
  const db = await freshDatabase();
  onTestFinished(() => db.close());
  await db.pool.query(ENDPOINTS);
  const make = makerFor(db);
  const workspace = await make.workspace();

  async function rows<Found extends object = Record<string, unknown>>(text: string, values: unknown[] = []) {
    const found = await db.pool.query<Found>(text, values);
    return found.rows;
  }

  /** Stores the secret “first”; its database has not met the key. */
  async function store(keyring: Keyring, baseUrl = 'https://a.example'): Promise<Row> {
    const row = { workspaceId: workspace.id, id: newId(), baseUrl, version: 1 };
    const { keyId, sealed } = seal(keyring, 'first', SECRET.bindingOf(row));
    await rows(
      `insert into test_endpoints (workspace_id, id, base_url, version, secret, secret_key_id)
       values ($1, $2, $3, 1, $4, $5)`,
      [row.workspaceId, row.id, baseUrl, sealed, keyId],
    );
    return row;
  }

  /** Puts the secret “second” in the place of the first, which stays beside it. */
  async function roll(keyring: Keyring, row: Row): Promise<Row> {
    const rolled = { ...row, version: row.version + 1 };
    const { keyId, sealed } = seal(keyring, 'second', SECRET.bindingOf(rolled));
    await rows(
      `update test_endpoints set former = secret, former_key_id = secret_key_id,
         secret = $2, secret_key_id = $3, version = $4
       where id = $1`,
      [row.id, sealed, keyId, rolled.version],
    );
    return rolled;
  }

  const operator = {
    ...make.contextOf({ id: '', slug: '', name: '' }),
    actor: { kind: 'system', name: 'Operator' } as const,
  };
  return { db, make, workspace, rows, operator, store, roll };
}
