/** An answer as it goes over the wire, for what no scenario covers. */
export type RawAnswer = { status: number; headers?: Record<string, string>; body: unknown };
