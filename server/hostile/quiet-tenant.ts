// The quiet tenant, in a process of its own: what the noisy one takes of this processor must not be counted.
import { quietWork, type QuietWork } from './quiet-work.ts';
import type { Target } from './target.ts';

export type QuietOrder = { target: Target } | 'work' | 'rest' | 'check';

let quiet: QuietWork | undefined;
let resting = new AbortController();

process.on('message', (order: QuietOrder) => {
  if (typeof order === 'object') quiet = quietWork(order.target);
  else if (order === 'work') void work();
  else if (order === 'rest') resting.abort();
  else void quiet?.missing().then((missing) => process.send?.(missing));
});

async function work(): Promise<void> {
  resting = new AbortController();
  process.send?.(await quiet?.run(resting.signal));
}
