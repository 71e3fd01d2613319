import {
  Analytics,
  ReadAnalytics,
  type LearnerAnalytics,
  type ModuleAnalytics,
} from '@training/shared/analytics/analytics';
import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import type { Translator } from '@training/shared/i18n/translator';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { translatorIn } from '../../core/messages.ts';
import { readCallerLanguage } from '../../core/read-language.ts';
import { parsePreparedJson } from '../../platform/prepared-json.ts';
import { readAnalytics } from './read-analytics.ts';

/** Number of learners read at once. */
const PAGE = 500;

const days = z.coerce.number().pipe(z.int().min(1).max(365)).optional();
const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

/** Filters of `GET /analytics`, as query parameters. */
const CsvFilters = z.strictObject({
  table: z.enum(['modules', 'learners']),
  department_id: ReadAnalytics.shape.department_id,
  course_id: ReadAnalytics.shape.course_id,
  module_id: ReadAnalytics.shape.module_id,
  manager_id: ReadAnalytics.shape.manager_id,
  from: ReadAnalytics.shape.from,
  to: ReadAnalytics.shape.to,
  window_days: days,
  include_inactive: flag.optional(),
});

/** Streams analytics as CSV tables. */
export const ANALYTICS_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/analytics/:table',
    permission: 'analytics:read',
    input: CsvFilters,
    async open(ctx, { table, ...filters }) {
      const day = ctx.now.toISOString().slice(0, 10);
      const t = translatorIn('exports', await readCallerLanguage(ctx));
      return {
        name: `${table}-${ctx.workspace.slug}-${day}.csv`,
        type: 'text/csv; charset=utf-8',
        body: encoded(await createAnalyticsCsvStream(ctx, table, filters, t)),
      };
    },
  }),
];

type Filters = Omit<z.infer<typeof CsvFilters>, 'table'>;

/** Returns a table as the pages of a CSV file, with the words of a translator. */
export async function createAnalyticsCsvStream(
  ctx: Context,
  table: 'modules' | 'learners',
  filters: Filters,
  t: Translator<'exports'>,
): Promise<AsyncGenerator<string>> {
  const first = await read(ctx, table, filters, 0);
  return table === 'modules' ? moduleRows(first, t) : learnerRows(ctx, filters, first, t);
}

async function read(ctx: Context, table: 'modules' | 'learners', filters: Filters, offset: number): Promise<Analytics> {
  const asked = ReadAnalytics.parse({ ...filters, include: [table], limit: PAGE, offset });
  return parsePreparedJson(Analytics, await readAnalytics(ctx, asked));
}

async function* encoded(pages: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const page of pages) yield encoder.encode(page);
}

const MODULE_COLUMNS = [
  'module_id',
  'title',
  'course_id',
  'department_id',
  'assigned',
  'not_started',
  'in_progress',
  'completed',
  'attested',
  'completed_outside',
  'overdue',
  'completion_rate',
  'pass_rate',
  'average_score',
  'median_days_to_complete',
  'last_completed_at',
] as const satisfies (keyof ModuleAnalytics)[];

/** Returns the row of headings in the reader's language. */
const headings = (columns: typeof MODULE_COLUMNS | typeof LEARNER_COLUMNS, t: Translator<'exports'>) =>
  CSV_BYTE_ORDER_MARK + toCsvRow(columns.map((column) => t(`column.${column}`)));

type Cell = string | number | boolean | null | undefined;

/** Converts items to CSV rows with these columns. */
function rowsOf<Column extends string>(
  columns: readonly Column[],
  items: readonly Readonly<Partial<Record<Column, Cell>>>[],
  t: Translator<'exports'>,
): string {
  const cell = (value: Cell) => (typeof value === 'boolean' ? t(`flag.${value}`) : String(value ?? ''));
  return items.map((item) => toCsvRow(columns.map((column) => cell(item[column])))).join('');
}

async function* moduleRows({ modules = [] }: Analytics, t: Translator<'exports'>): AsyncGenerator<string> {
  yield headings(MODULE_COLUMNS, t);
  for (let n = 0; n < modules.length; n += PAGE) yield rowsOf(MODULE_COLUMNS, modules.slice(n, n + PAGE), t);
}

const LEARNER_COLUMNS = [
  'user_id',
  'email',
  'full_name',
  'department',
  'is_active',
  'assigned',
  'not_started',
  'in_progress',
  'completed',
  'attested',
  'completed_outside',
  'overdue',
  'progress',
  'average_score',
  'last_activity_at',
  'next_due_at',
] as const satisfies (keyof LearnerAnalytics)[];

/** Reads page by page: people added meanwhile come last, and no person appears twice. */
async function* learnerRows(
  ctx: Context,
  filters: Filters,
  first: Analytics,
  t: Translator<'exports'>,
): AsyncGenerator<string> {
  yield headings(LEARNER_COLUMNS, t);
  let page = first;
  for (let offset = 0; ;) {
    const items = page.learners?.items ?? [];
    yield rowsOf(LEARNER_COLUMNS, items, t);
    offset += items.length;
    if (items.length < PAGE) return;
    page = await read(ctx, 'learners', filters, offset);
  }
}
