/** A part of the answer as SQL: text around a long list of items. */
export type AnswerPart = {
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
export function piecesOf({ open, rows, item, each, close }: AnswerPart, part: number): string[] {
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
export function objectOf(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value], n) => `'${n > 0 ? ',' : ''}"${name}":', ${value}`);
  return `concat('{', ${pairs.join(', ')}, '}')`;
}

/** A number that may be null. */
export const numberOrNull = (value: string): string => `coalesce((${value})::text, 'null')`;

/** SQL for an id, a time or one of our own words, which needs no escaping. */
export const quoted = (value: string): string => `coalesce('"' || ${value} || '"', 'null')`;

/** SQL for text written by users. */
export const escaped = (value: string): string => `coalesce(to_json(${value})::text, 'null')`;
