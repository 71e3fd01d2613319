export type Calls = { names: string[]; isBatch: boolean };

/** Parses the called procedures like tRPC does. */
export function callsOf(path: string, query: URLSearchParams): Calls {
  const isBatch = query.get('batch') === '1';
  return { names: isBatch ? path.split(',') : [path], isBatch };
}

/** Returns a single call that stands for a request that is refused as a whole. */
export const onceForAll = (path: string): Calls => ({ names: [path], isBatch: false });
