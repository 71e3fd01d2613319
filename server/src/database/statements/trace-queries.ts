import type pg from 'pg';
import { beginSpan, isInRecordedSpan } from '../../platform/tracing/spans.ts';
import { definedStatements } from './defined-statements.ts';

/** Text of the cursor that `streamRows` declares for a statement. */
const STREAMED = /^declare streamed no scroll cursor for /;

/** First word of other SQL, and the first table. */
const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)/i;

/** Names of statements that aren't prepared, by their text. Modules define more while they are loaded. */
let names = new Map<string, string>();

/**
 * Records a span for each query on a connection, by the name of its statement, else by what it does to which table.
 * Parameters aren't recorded, nor the text.
 */
export function traceQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client);
  Reflect.set(client, 'query', (...given: unknown[]): unknown => {
    const name = isInRecordedSpan() ? nameOf(given[0]) : undefined;
    const end = name === undefined ? undefined : beginSpan(name, { 'db.system.name': 'postgresql' });
    if (!end) return Reflect.apply(query, client, given);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      given[given.length - 1] = (error: unknown, result: unknown) => {
        end(error);
        return Reflect.apply(callback, undefined, [error, result]);
      };
      return Reflect.apply(query, client, given);
    }
    const answered: unknown = Reflect.apply(query, client, given);
    if (answered instanceof Promise) answered.then(() => end(), end);
    return answered;
  });
}

function nameOf(query: unknown): string | undefined {
  if (typeof query === 'string') return describe(query);
  if (typeof query !== 'object' || query === null || !('text' in query)) return undefined;
  if ('name' in query && typeof query.name === 'string' && query.name !== '') return query.name;
  return describe(String(query.text));
}

function describe(text: string): string {
  if (names.size < definedStatements.size) {
    names = new Map([...definedStatements].map(([name, { text: defined }]) => [defined, name]));
  }
  return names.get(text.replace(STREAMED, '')) ?? [VERB, TABLE].flatMap((part) => part.exec(text)?.[1] ?? []).join(' ');
}
