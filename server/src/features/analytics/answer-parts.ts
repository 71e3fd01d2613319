/** A part of the answer as SQL: text around a list, whose items are many. */
export type AnswerPart = {
  /** An expression of text: what stands before the items. */
  open: string;
  /** A query of what the items are made of, small, and of their `place` from 1 on. */
  rows: string;
  /** An expression of text, which is JSON: of the row `a`. */
  item: string;
  /** How many items make a piece, of some tens of kilobytes. */
  each: number;
  close: string;
};

/** Queries of `part`, `n` and `text`, which in this order are the part’s JSON, in pieces. */
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
 * An expression of text: an object with these values, each an expression of JSON as text or of a number that is there.
 * `json_build_object` looks up the type of each value of each row, and takes half as long again.
 */
export function objectOf(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value], n) => `'${n > 0 ? ',' : ''}"${name}":', ${value}`);
  return `concat('{', ${pairs.join(', ')}, '}')`;
}

/** A number that may be null. */
export const numberOrNull = (value: string): string => `coalesce((${value})::text, 'null')`;

/** An id, a time or a word of ours: nothing that has to be escaped. */
export const quoted = (value: string): string => `coalesce('"' || ${value} || '"', 'null')`;

/** What people have written. */
export const escaped = (value: string): string => `coalesce(to_json(${value})::text, 'null')`;
