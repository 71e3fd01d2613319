/** Resources of this process that some work took. */
export type Measured<T> = {
  result: T;
  /** Milliseconds. */
  ms: number;
  /** The longest that the event loop stood still, in milliseconds of the processor: those of others do not count. */
  stall: number;
  /** Bytes of memory that came at most. */
  memory: number;
};

/** Four times the milliseconds that the server calls a stall: of the processor, for a machine that is slow and busy. */
export const LONGEST_STALL = 800;

/** Bytes that an answer may take. */
export const MOST_MEMORY = 128 * 1024 * 1024;

const BEAT = 5;

export async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const took = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const began = performance.now();
  const heldBefore = held();
  let [before, stall, memory] = [took(), 0, 0];
  const beat = () => {
    const now = took();
    stall = Math.max(stall, now - before);
    memory = Math.max(memory, held() - heldBefore);
    before = took();
  };
  const timer = setInterval(beat, BEAT);
  try {
    const result = await work();
    beat();
    return { result, ms: performance.now() - began, stall, memory };
  } finally {
    clearInterval(timer);
  }
}
