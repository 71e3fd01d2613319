import { memoryOf } from '../bench/processes.ts';
import { processorOf, type Processor } from '../bench/processor.ts';
import type { Instance } from './stage.ts';

export interface Observed {
  /** Most resident memory of an instance, in bytes; 0 where the system does not tell. */
  peak: number;
  /** Resident memory in the course of time, in bytes: the first fifth and the last, on average. */
  early: number;
  late: number;
  /** How often it was asked whether it is ready, and how often it was not. */
  asked: number;
  unready: number;
  /** Cores that the instances and PostgreSQL used on average; of Linux only. */
  processor: Processor;
}

/** Milliseconds in which readiness must be answered: a balancer's patience. */
const PATIENCE = 5_000;

/** Looks at memory, readiness and processor time until what it answers is called. */
export function watchServer(instances: () => Instance[], postmaster: number): () => Promise<Observed> {
  let going = true;
  const memory: number[] = [];
  let asked = 0;
  let unready = 0;
  const began = performance.now();
  const used = () => {
    const each = instances().map(({ pid }) => processorOf(pid, postmaster));
    return { server: each.reduce((sum, { server }) => sum + server, 0), database: each[0]?.database ?? 0 };
  };
  const before = used();
  const watching = (async () => {
    while (going) {
      for (const { pid, base } of instances()) {
        memory.push(memoryOf(pid)?.now ?? 0);
        asked++;
        const ready = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(PATIENCE) }).then(
          ({ ok, body }) => body?.cancel().then(() => ok) ?? ok,
          () => false,
        );
        if (!ready) unready++;
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return async () => {
    going = false;
    await watching;
    const after = used();
    const lasted = performance.now() - began;
    const fifth = Math.max(1, Math.floor(memory.length / 5));
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return {
      peak: memory.reduce((most, value) => Math.max(most, value), 0),
      early: mean(memory.slice(0, fifth)),
      late: mean(memory.slice(-fifth)),
      asked,
      unready,
      processor: {
        server: (after.server - before.server) / lasted,
        database: (after.database - before.database) / lasted,
      },
    };
  };
}
