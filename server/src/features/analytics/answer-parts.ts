/** A part of the answer as SQL: text around a list, whose items are many. */
export type AnswerPart = {
  /** An expression of text: what stands before the items. */
  open: string;
  /** A query of what the items are made of, small, and of their `place` from 1 on. */
  rows: string;
  /** An expression of JSON, of the row `a`. */
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
    `select ${part}, ${n}, case when ${n} > 0 then ',' else '' end || string_agg((${item})::text, ',' order by a.place)
  from (${rows}) a group by ${n}`,
    `select ${part}, ${Number.MAX_SAFE_INTEGER % 2 ** 31}, ${close}`,
  ];
}
