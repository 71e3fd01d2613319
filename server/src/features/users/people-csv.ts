import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import { PeopleListFilters } from '@training/shared/users/people';
import type { Translator } from '@training/shared/i18n/translator';
import { Role } from '@training/shared/permissions';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { translatorIn } from '../../core/messages.ts';
import { readCallerLanguage } from '../../core/read-language.ts';
import { toPeopleFilterParameters, PERSON_MATCHES_FILTER, SELECT_PEOPLE } from './search-people.ts';

/** Number of people read, and held in memory, at once. */
const PAGE = 500;

const Row = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string(),
  role: Role,
  department: z.string().nullable(),
  manager: z.string().nullable(),
  is_active: z.boolean(),
  created_at: Timestamp,
  last_sign_in_at: Timestamp.nullable(),
});
type Row = z.infer<typeof Row>;

const LIST_FOR_CSV = defineStatement({
  name: 'list-people-for-csv',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: Row,
  sql: `
select id, email, external_id, full_name, role, department, (
    select coalesce(g.email, g.external_id) from users g where g.workspace_id = :workspaceId and g.id = people.manager_id
  ) as manager, is_active, to_iso(created_at) as created_at,
  to_iso(last_sign_in_at) as last_sign_in_at
from (${SELECT_PEOPLE} where ${PERSON_MATCHES_FILTER}
  and (:afterAt::timestamptz is null or (u.created_at, u.id) > (:afterAt::timestamptz, :afterId::uuid))) people
order by people.created_at, people.id limit ${PAGE}`,
});

/** Download of people as a CSV file that can be edited in a spreadsheet and imported again. */
export const PEOPLE_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/people',
    permission: 'users:read',
    input: PeopleListFilters.omit({ order: true, descending: true }),
    async open(ctx, filter) {
      const day = ctx.now.toISOString().slice(0, 10);
      const t = translatorIn('exports', await readCallerLanguage(ctx));
      return {
        name: `people-${ctx.workspace.slug}-${day}.csv`,
        type: 'text/csv; charset=utf-8',
        body: streamPeopleCsv(ctx, { ...filter, order: 'added', descending: false }, t),
      };
    },
  }),
];

const COLUMNS = [
  'email',
  'external_id',
  'full_name',
  'role',
  'department',
  'manager',
  'status',
  'added',
  'last_sign_in',
] as const;

const cellsOf = (
  { email, external_id, full_name, role, department, manager, is_active, created_at, last_sign_in_at }: Row,
  t: Translator<'exports'>,
) => [
  email ?? '',
  external_id ?? '',
  full_name,
  t(`role.${role}`),
  department ?? '',
  manager ?? '',
  is_active ? t('status.active') : t('status.inactive'),
  created_at,
  last_sign_in_at ?? '',
];

/**
 * Streams people as CSV, with headings and values in the reader's language. Reads them in pages with separate queries,
 * so that a slow client holds no connection.
 */
export async function* streamPeopleCsv(
  ctx: Context,
  filter: PeopleListFilters,
  t: Translator<'exports'>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_BYTE_ORDER_MARK + toCsvRow(COLUMNS.map((column) => t(`column.${column}`))));
  let last: Row | undefined;
  do {
    const after = { afterAt: last?.created_at ?? null, afterId: last?.id ?? null };
    const people = await LIST_FOR_CSV.all(ctx.db.pool, { ...toPeopleFilterParameters(ctx, filter), ...after });
    if (people.length > 0) yield encoder.encode(people.map((each) => toCsvRow(cellsOf(each, t))).join(''));
    last = people.length === PAGE ? people.at(-1) : undefined;
  } while (last);
}
