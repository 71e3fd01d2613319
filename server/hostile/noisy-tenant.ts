// The noisy tenant: every attack at once, until it is told to stop.
import { once } from 'node:events';
import os from 'node:os';
import { ATTACKS } from './attacks/attacks.ts';
import type { AttackPlan } from './attacks/attack.ts';

// The load must not be what takes the processor away from those whose time is measured.
os.setPriority(os.constants.priority.PRIORITY_LOW);

const stopping = new AbortController();

/** Milliseconds that attacks which end by themselves may take longer than the others. */
const GRACE = 90_000;
const ending = new AbortController();
stopping.signal.addEventListener('abort', () => setTimeout(() => ending.abort(), GRACE).unref());

process.on('message', (order: AttackPlan | 'stop') => {
  if (order === 'stop') stopping.abort();
  else void attack(order);
});

async function attack(plan: AttackPlan): Promise<void> {
  const told = stopping.signal.aborted || once(stopping.signal, 'abort');
  const attacks = ATTACKS.filter(({ name }) => plan.only === undefined || name.includes(plan.only));
  const tallies = await Promise.all(
    attacks.map(async ({ name, run, endsByItself }, n) => {
      const { signal } = endsByItself ? ending : stopping;
      return { name, ...(await run(withSession(plan, n), signal)) };
    }),
  );
  await told;
  process.send?.(tallies);
  process.disconnect();
}

function withSession(plan: AttackPlan, n: number): AttackPlan {
  const { bases, tenant } = plan.target;
  const trainer = plan.sessions?.[n] ?? tenant.cookies.trainer;
  return { ...plan, target: { bases, tenant: { ...tenant, cookies: { ...tenant.cookies, trainer } } } };
}
