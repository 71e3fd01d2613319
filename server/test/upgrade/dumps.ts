import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import pg from 'pg';
import { freshDatabaseUrl } from '../database.ts';

/** Databases of former releases, each named by the last migration that it had. */
const DUMPS = path.join(import.meta.dirname, 'dumps');

const ENDING = '.sql.br';

export const dumps = (): string[] => readdirSync(DUMPS).filter((name) => name.endsWith(ENDING));

/** Small, since every release adds one: half of what gzip makes of them. */
export function keepDump(lastMigration: string, statements: string): void {
  const { BROTLI_PARAM_LGWIN: window, BROTLI_MAX_WINDOW_BITS: widest } = constants;
  const packed = brotliCompressSync(statements, { params: { [window]: widest } });
  writeFileSync(path.join(DUMPS, `${lastMigration}${ENDING}`), packed);
}

/** A database as a former release has left it. */
export async function restored(dump: string): Promise<string> {
  const url = await freshDatabaseUrl({ empty: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(brotliDecompressSync(readFileSync(path.join(DUMPS, dump))).toString());
  } finally {
    await client.end();
  }
  return url;
}
