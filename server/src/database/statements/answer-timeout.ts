import type pg from 'pg';

/**
 * Cuts a connection on which PostgreSQL has owed an answer for `most` milliseconds without giving any, as if the
 * network was lost; its queries fail then. `query_timeout` of `pg` does the same at twice the cost of a query: it has a
 * timer for each, and its callback keeps the result alive until the next collection of all memory.
 */
export function cutUnanswered({ connection }: pg.PoolClient, most: number): void {
  let owed = 0;
  let since = 0;
  let isWatched = false;
  const watch = (within: number) => {
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      const left = since + most - performance.now();
      if (owed === 0) return;
      if (left > 0) watch(left);
      else connection.stream.destroy();
    }, within).unref();
  };
  // Each message of these two kinds is answered with one `ReadyForQuery`, after results and errors alike.
  for (const kind of ['query', 'sync'] as const) {
    const send = connection[kind];
    Reflect.set(connection, kind, (...given: unknown[]) => {
      if (owed++ === 0) since = performance.now();
      if (!isWatched) watch(most);
      return Reflect.apply(send, connection, given);
    });
  }
  connection.on('readyForQuery', () => {
    owed--;
    since = performance.now();
  });
}
