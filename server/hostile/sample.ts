/** One call: what it was, how long it took in milliseconds, and its status; 0 is no answer. */
export interface Sample {
  operation: string;
  ms: number;
  status: number;
  /** When it was answered, in milliseconds since the epoch. */
  at: number;
}

export async function measured<R extends { status: number }>(
  samples: Sample[],
  operation: string,
  work: () => Promise<R>,
): Promise<R> {
  const began = performance.now();
  const result = await work();
  samples.push({ operation, ms: performance.now() - began, status: result.status, at: Date.now() });
  return result;
}

/** The value below which `share` of them lie; 0 of none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
