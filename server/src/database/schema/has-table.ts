import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../statements/statement.ts';

const HAS_TABLE = defineStatement({
  name: 'has-table',
  scope: 'global',
  row: z.strictObject({ any: z.boolean() }),
  sql: 'select to_regclass(:table::text) is not null as any',
});

/** Returns true if the schema has the table: an empty database, or one of an earlier release, may lack it. */
export const hasTable = async (on: StatementRunner, table: string): Promise<boolean> =>
  (await HAS_TABLE.one(on, { table })).any;
