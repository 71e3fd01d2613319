/** What a request calls. */
export type Calls = { names: string[]; isBatch: boolean };

/** As tRPC tells them. */
export function callsOf(path: string, query: URLSearchParams): Calls {
  const isBatch = query.get('batch') === '1';
  return { names: isBatch ? path.split(',') : [path], isBatch };
}

/** The calls of a request that is refused as a whole, whatever it calls. */
export const onceForAll = (path: string): Calls => ({ names: [path], isBatch: false });
