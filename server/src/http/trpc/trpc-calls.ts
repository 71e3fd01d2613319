export type TrpcCalls = { names: string[]; isBatch: boolean };

/** Parses the called procedures like tRPC does. */
export function parseTrpcCalls(path: string, query: URLSearchParams): TrpcCalls {
  const isBatch = query.get('batch') === '1';
  return { names: isBatch ? path.split(',') : [path], isBatch };
}

/** Returns a single call that stands for a request that is refused as a whole. */
export const trpcCallsOfRefusedRequest = (path: string): TrpcCalls => ({ names: [path], isBatch: false });
