import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ATTACKS, SILENT, type Attack } from './hostile-servers/attacks.ts';
import { startHostileServer } from './hostile-servers/hostile-server.ts';
import { KINDS, SECRET, type Kind } from './hostile-servers/kinds.ts';
import { LONGEST_STALL, measured, MOST_MEMORY } from './hostile-servers/measured.ts';

/** Milliseconds that the silent are waited for, and the others, on a machine that is busy with others too. */
const PATIENCE = { silent: 300, others: 20_000 };

/** Asks a hostile server; returns the outcome as its reader sees it. */
async function comesOf({ ask, ...heard }: Kind, attack: Attack, patience: number) {
  const server = await startHostileServer(heard);
  onTestFinished(() => server.stop());
  server.attackWith(attack);
  const { result, ...taken } = await measured(() =>
    ask(server.origin, patience).then(
      (value) => inspect(value, { depth: 10 }),
      (error: unknown) => inspect(error, { depth: 10 }),
    ),
  );
  await expect.poll(server.busy).toBe(0);
  server.stop();
  return { said: result, ...taken, requests: server.requests.length };
}

test.each(Object.entries(KINDS))('%s, where it is hostile, takes no more than it is given', async (_, kind) => {
  // The first use loads what asks.
  await comesOf(kind, (socket) => void socket.destroy(), PATIENCE.others);
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { said, stall, memory, requests } = await comesOf(kind, attack, PATIENCE.others);
    expect.soft(said, name).not.toContain(SECRET);
    expect.soft(stall, name).toBeLessThan(LONGEST_STALL);
    expect.soft(memory, name).toBeLessThan(MOST_MEMORY);
    // A token that is refused is asked for once more, an endpoint in other forms; nothing else is asked twice.
    expect.soft(requests, name).toBeLessThanOrEqual(kind.requests ?? 2);
  }
  const silent = Object.entries(SILENT).map(async ([name, attack]) => ({
    name,
    ...(await comesOf(kind, attack, PATIENCE.silent)),
  }));
  for (const { name, ms, said } of await Promise.all(silent)) {
    expect.soft(ms, name).toBeLessThan(PATIENCE.others);
    expect.soft(said, name).not.toContain(SECRET);
  }
});
