import type { AnalyticsPart } from '@training/shared/analytics/analytics';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import type { AnalyticsSelection } from './analytics-selection.ts';

/** A part of the answer as SQL: text around a long list of items. */
export type AnalyticsPartSql = {
  /** Text expression for the part before the items. */
  open: string;
  /** Query for the small input rows of the items, with their `place` from 1. */
  rows: string;
  /** Text expression for the JSON of an item, from row `a`. */
  item: string;
  /** Number of items per chunk of some tens of kilobytes. */
  each: number;
  close: string;
};

/** Queries of `part`, `n` and `text`; sorted by these, the texts form the part’s JSON in chunks. */
export function partJsonChunkQueriesSql({ open, rows, item, each, close }: AnalyticsPartSql, part: number): string[] {
  const n = `((a.place - 1) / ${each})::integer`;
  return [
    `select ${part} as part, -1 as n, ',' || ${open} as text`,
    `select ${part}, ${n}, case when ${n} > 0 then ',' else '' end || string_agg(${item}, ',' order by a.place)
  from (${rows}) a group by ${n}`,
    `select ${part}, ${Number.MAX_SAFE_INTEGER % 2 ** 31}, ${close}`,
  ];
}

/**
 * SQL text expression for an object with these values; each is an expression for JSON text or for a number that isn't
 * null. `json_build_object` looks up the type of every value in every row, and takes half as long again.
 */
export function jsonObjectSql(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value], n) => `'${n > 0 ? ',' : ''}"${name}":', ${value}`);
  return `concat('{', ${pairs.join(', ')}, '}')`;
}

/** A number that may be null. */
export const jsonNumberSql = (value: string): string => `coalesce((${value})::text, 'null')`;

/** SQL for an id, a time or one of our own words, which needs no escaping. */
export const trustedJsonStringSql = (value: string): string => `coalesce('"' || ${value} || '"', 'null')`;

/** SQL for text written by users. */
export const escapedJsonSql = (value: string): string => `coalesce(to_json(${value})::text, 'null')`;

/** Bytes of all workspaces together. The modules of the largest take four million. */
const MOST = 24 * 1024 * 1024;

/** A part of an answer that depends on the counts alone, and the sum of the hashes of its chunks. */
export type CachedPart = { fingerprint: string; json: Buffer; hash: bigint };

const cache = new LRUCache<string, CachedPart>({
  maxSize: MOST,
  sizeCalculation: ({ json }, key) => key.length + json.length,
});

/**
 * SQL for a text that changes with anything on which `modules` and `recertification` depend: the catalog, the stored
 * counts, the differences that wait, and the cycles that have become late or lapsed since. Other columns of cycles
 * count for neither part, except for hidden modules, whose parts aren't cached.
 */
export const COUNTS_FINGERPRINT_SQL = `(select concat_ws(' ',
    (select revision from catalog_revisions where workspace_id = :workspaceId::uuid),
    (select revision from module_stat_clocks where workspace_id = :workspaceId::uuid),
    (select count(*) || '+' || coalesce(sum(uuid_hash_extended(w.id, 0)), 0)
     from module_stat_changes w where w.workspace_id = :workspaceId::uuid),
    (select count(*) || '+' || coalesce(sum(hashtextextended(
       concat_ws(' ', e.module_id, e.department_id, e.is_active, e.late_at), 0)), 0)
     from enrollments e where e.workspace_id = :workspaceId::uuid and e.late_at < :now::timestamptz),
    (select count(*) || '+' || coalesce(sum(hashtextextended(
       concat_ws(' ', e.module_id, e.department_id, e.is_active, e.certificate, e.certified_until,
         e.certified_until > :now::timestamptz), 0)), 0)
     from enrollments e where e.workspace_id = :workspaceId::uuid and e.lapses_at <= :now::timestamptz)))` as const;

const FINGERPRINT = defineStatement({
  name: 'analytics-fingerprint',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({ fingerprint: z.string() }),
  sql: `select ${COUNTS_FINGERPRINT_SQL} as fingerprint`,
});

/** Returns the parts of a selection that depend on counts alone. */
export const countBasedPartNamesOf = ({ parts }: AnalyticsSelection): AnalyticsPart[] =>
  parts.filter((part) => part !== 'learners');

/** Returns the key of a part: the filters that it depends on. */
function keyOf({ parameters, includeInactive }: AnalyticsSelection, part: AnalyticsPart): string {
  const { now: _, limit: _limit, offset: _offset, horizon: _horizon, windowDays: _window, ...filters } = parameters;
  return JSON.stringify([part, includeInactive, filters]);
}

/** Returns the counted parts of a selection if all of them are cached and none has changed. */
export async function findCachedPartsIfAllCurrent(
  on: StatementRunner,
  s: AnalyticsSelection,
): Promise<Map<AnalyticsPart, CachedPart>> {
  const found = new Map<AnalyticsPart, CachedPart>();
  if (!s.cacheable) return found;
  for (const part of countBasedPartNamesOf(s)) {
    const cached = cache.get(keyOf(s, part));
    if (!cached) return new Map();
    found.set(part, cached);
  }
  const { workspaceId, now } = s.parameters;
  const { fingerprint } = await FINGERPRINT.one(on, { workspaceId: workspaceId!, now: now! });
  return [...found.values()].every((cached) => cached.fingerprint === fingerprint) ? found : new Map();
}

export function storeCachedPart(s: AnalyticsSelection, part: AnalyticsPart, cached: CachedPart): void {
  cache.set(keyOf(s, part), cached);
}

/** Empties the cache, to measure what an answer costs without it. */
export const clearAllCachedParts = (): void => cache.clear();
