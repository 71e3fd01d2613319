import { expect, test } from 'vitest';
import { SERVER_RELEASE } from '../../src/database/schema/release.ts';
import { freshDatabaseUrl, connect } from '../database.ts';
import { keepDump } from './dumps.ts';
import { furnish } from './furnish.ts';
import { startFurnisher } from './furnish/furnisher.ts';
import { dumpAsStatements, noDump } from './pg-dump.ts';
import { columnsOf, storeColumns } from './release-columns.ts';

// Run before a release, by its name alone: npm run test:deep -- write-dump
const missing = noDump();
const url = await freshDatabaseUrl();
const furnisher = await startFurnisher(url);

test.skipIf(missing)('today’s schema with data is kept, for every later migration to carry over', async () => {
  await furnish(furnisher);
  const client = await connect(url);
  const { rows } = await client.query<{ name: string }>('select name from migrations order by id desc limit 1');
  const last = rows[0]!.name;
  // Made for tests by `withoutWaitingOrChance`, and no part of the schema.
  await client.query('drop function if exists as_written, shown_before cascade');
  keepDump(last, dumpAsStatements(url));
  expect(last).toMatch(/^\d{8}-/);
});

test('the columns of this release are kept, for every later one to leave as long as this one may work', async () => {
  const columns = await columnsOf(await connect(await freshDatabaseUrl()));
  storeColumns(SERVER_RELEASE, columns);
  expect(columns.length).toBeGreaterThan(500);
});
