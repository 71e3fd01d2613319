import { expect, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { SEALED_COLUMNS } from '../src/app/sealed-columns.ts';
import { freshDatabase } from './database.ts';
import { OUR_SCHEMAS } from './tables.ts';

/** Columns of bytes that are no secret, and what they hold. Whatever is one has the type `sealed_secret`. */
const OTHER_BYTES = {
  'ai_file_parts.bytes': 'what was uploaded',
  'ai_jobs.source_hash': 'the digest of a text',
  'api_tokens.hash': 'the digest of a token',
  'attested_file_parts.bytes': 'what was uploaded',
  'audit_chain.event_hash': 'the digest of an audit event',
  'audit_chain.hash': 'the digest of an entry of the audit log, and of all before it',
  'drive_authorizations.state_hash': 'the digest of what a consent brings back',
  'drive_channels.token_hash': 'the digest of a token',
  'drive_files.text_hash': 'the digest of a text',
  'encryption_keys.check_value': 'derived one way from an encryption key',
  'generated_items.words_hash': 'the digest of a card or question',
  'idempotency_keys.fingerprint': 'the digest of a request',
  'passkeys.public_key': 'a public key',
  'recording_parts.bytes': 'what was recorded',
  'suggestions.text_hash': 'the digest of a text',
  'workspace_move_callers.hash': 'the digest of a token or an address',
};

type Column = { name: string; nullable: boolean; type: string };

async function columnsOf({ pool }: Database, where: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select format('%s.%s', table_name, column_name) as name, is_nullable = 'YES' as nullable,
       coalesce(domain_name, udt_name) as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in (${OUR_SCHEMAS}) and table_type = 'BASE TABLE' and (${where}) order by 1`,
  );
  return rows;
}

const registered = () => SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();

/** Columns of secrets that nobody registered, and columns of bytes of which nobody said what they hold. */
async function unknown(db: Database): Promise<string[]> {
  const secrets = await columnsOf(db, `domain_name = 'sealed_secret'`);
  const bytes = await columnsOf(db, `udt_name = 'bytea' and domain_name is null`);
  return [
    ...secrets.map(({ name }) => name).filter((name) => !registered().includes(name)),
    ...bytes.map(({ name }) => name).filter((name) => !Object.hasOwn(OTHER_BYTES, name)),
  ];
}

// rules/secrets 3
test('every column of secrets is registered, and what is registered is a column of secrets', async () => {
  const db = await freshDatabase();
  expect(await unknown(db)).toEqual([]);
  const secrets = await columnsOf(db, `domain_name = 'sealed_secret'`);
  expect(secrets.map(({ name }) => name)).toEqual(registered());
  expect(new Set(registered()).size).toBe(SEALED_COLUMNS.length);
  await db.close();
});

// rules/secrets 3
test('the crawl finds a column that nobody registered, and bytes of which nobody said what they are', async () => {
  const db = await freshDatabase();
  await db.pool.query('create table added (workspace_id uuid, credentials sealed_secret, token bytea)');
  expect(await unknown(db)).toEqual(['added.credentials', 'added.token']);
  await db.close();
});

test('each secret stands in a row of a workspace, beside the id of its encryption key, both or neither', async () => {
  const db = await freshDatabase();
  for (const { table, column, keyId } of SEALED_COLUMNS) {
    const { rows: keys } = await db.pool.query<{ columns: string }>(
      `select string_agg(a.attname, ', ' order by array_position(i.indkey::int2[], a.attnum)) as columns
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    );
    expect(keys[0]?.columns, table).toBe('workspace_id, id');
    const named = await columnsOf(db, `table_name = '${table}' and column_name in ('${column}', '${keyId}')`);
    expect(named.map(({ type }) => type).sort(), table).toEqual(['sealed_secret', 'text']);
    const tied = await db.pool.query(
      `select from pg_constraint c where c.conrelid = $1::regclass and c.contype = 'c'
         and (select array_agg(a.attname::text) from pg_attribute a
           where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) @> $2::text[]`,
      [table, [column, keyId]],
    );
    expect(named.every(({ nullable }) => !nullable) || tied.rows.length > 0, `${table}.${column}`).toBe(true);
  }
  await db.close();
});
