import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { encodeUtf8, type ZipEntry } from '../../platform/zip.ts';
import { NON_PERSONAL_COLUMNS, PERSON_TABLES } from './person-tables.ts';

/** Number of rows read, and held in memory, at once. */
const PAGE = 500;

type Row = Record<string, unknown>;

/** Statements that read a page of a table's rows after the row `:after`. */
const PAGES = Object.entries(PERSON_TABLES).map(([table, { key, about, without = [], ofOthers = [] }]) => {
  const columns = key.map((column) => `t.${column}`).join(', ');
  const left = [...NON_PERSONAL_COLUMNS, ...without].map((column) => `'${column}'`).join(', ');
  const emptied = ofOthers.map(({ columns: some, unless }) => {
    const nothing = some.map((column) => `'${column}', null`).join(', ');
    return ` || case when ${unless} then '{}' else jsonb_build_object(${nothing}) end`;
  });
  return {
    table,
    key,
    read: defineStatement({
      name: `export-person-${table.replaceAll('_', '-')}`,
      scope: 'tenant',
      // Of tokens, only the primary knows which were revoked.
      replica: table !== 'api_tokens',
      unprepared: true,
      row: z.strictObject({ row: z.record(z.string(), z.unknown()) }),
      sql: `
select (to_jsonb(t) - array[${left}])${emptied.join('')} as row from ${table} t
where t.workspace_id = :workspaceId and :personId::uuid is not null and ${about as ':personId'}
  and (:after::jsonb is null or (${columns}) > (
    select ${columns} from jsonb_populate_record(null::${table}, :after::jsonb) t))
order by ${columns} limit ${PAGE}`,
    }),
  };
});

/** Yields each table with rows about a person as CSV and as JSON. */
export async function* exportTables(ctx: Context, personId: string): AsyncGenerator<ZipEntry> {
  for (const each of PAGES) {
    const first = await readPage(ctx, personId, each, null);
    const [row] = first;
    if (!row) continue;
    const columns = Object.keys(row);
    const pages = () => pagesFrom(ctx, personId, each, first);
    yield { name: `tables/${each.table}.csv`, body: csvOf(columns, pages()) };
    yield { name: `tables/${each.table}.json`, body: jsonOf(pages()) };
  }
}

type Pages = (typeof PAGES)[number];

async function readPage(ctx: Context, personId: string, { read }: Pages, after: string | null): Promise<Row[]> {
  const rows = await read.all(ctx.db.pool, { workspaceId: ctx.workspace.id, personId, after });
  return rows.map(({ row }) => row);
}

/** Yields pages with separate queries, so that a slow client holds no connection. */
async function* pagesFrom(ctx: Context, personId: string, of: Pages, first: Row[]): AsyncGenerator<Row[]> {
  for (let rows = first; rows.length > 0;) {
    yield rows;
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    if (!last) return;
    const after = JSON.stringify(Object.fromEntries(of.key.map((column) => [column, last[column]])));
    rows = await readPage(ctx, personId, of, after);
  }
}

async function* csvOf(columns: string[], pages: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array> {
  yield encodeUtf8(CSV_BYTE_ORDER_MARK + toCsvRow(columns));
  for await (const rows of pages)
    yield encodeUtf8(rows.map((row) => toCsvRow(columns.map((column) => cellOf(row[column])))).join(''));
}

async function* jsonOf(pages: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array> {
  let separator = '[\n';
  for await (const rows of pages) {
    yield encodeUtf8(separator + rows.map((row) => JSON.stringify(row)).join(',\n'));
    separator = ',\n';
  }
  yield encodeUtf8('\n]\n');
}

const cellOf = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
