// The processes that play the two tenants.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import type { AttackPlan } from './attacks/attack.ts';
import type { Sample } from './sample.ts';
import type { Target } from './target.ts';

const Samples = z.array(z.object({ operation: z.string(), ms: z.number(), status: z.number(), at: z.number() }));
const Tallies = z.array(
  z.object({
    name: z.string(),
    statuses: z.record(z.string(), z.number()),
    failures: z.array(z.string()).default([]),
    late: z.array(z.string()).default([]),
  }),
);
export type Tallies = z.infer<typeof Tallies>;

export interface QuietTenant {
  /** Works until what it answers is called, which answers what was measured. */
  work(): () => Promise<Sample[]>;
  /** What was acknowledged and is not there. */
  missing(): Promise<string[]>;
  stop(): void;
}

export function startQuietTenant(target: Target): QuietTenant {
  const child = startChild('quiet-tenant.ts');
  child.send({ target });
  return {
    work() {
      const said = nextMessage(child);
      child.send('work');
      return async () => {
        child.send('rest');
        return Samples.parse(await said);
      };
    },
    async missing() {
      const said = nextMessage(child);
      child.send('check');
      return z.array(z.string()).parse(await said);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Attacks until what it answers is called, which answers how often each attack got which status. */
export function startNoisyTenant(plan: AttackPlan): () => Promise<Tallies> {
  const child = startChild('noisy-tenant.ts');
  const said = nextMessage(child);
  child.send(plan);
  return async () => {
    child.send('stop');
    const tallies = Tallies.parse(await said);
    child.kill('SIGKILL');
    return tallies;
  };
}

function startChild(program: string): ChildProcess {
  const child = fork(path.join(import.meta.dirname, program), { serialization: 'advanced' });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('A tenant ended before it had answered');
  });
  ended.catch(() => undefined);
  try {
    const [message]: unknown[] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
    return message;
  } finally {
    over.abort();
  }
}
