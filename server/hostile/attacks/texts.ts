import { randomUUID } from 'node:crypto';
import { call } from '../call.ts';
import { type Attack, repeat } from './attack.ts';

/** Texts on which an expression that backtracks takes seconds. */
export const hostileTexts: Attack = {
  name: 'texts that make expressions backtrack',
  run: ({ target: { bases, tenant } }, signal) =>
    repeat(4, signal, async (n) => {
      const base = bases[n % bases.length] ?? '';
      const content = `x${' '.repeat(49_900)}y${randomUUID()}`;
      const text = `#${' '.repeat(2_000)}\r${'[('.repeat(5_000)}${'* '.repeat(5_000)}`;
      const { status } =
        n % 2 === 0
          ? await call(base, {
              tenant,
              who: 'token',
              path: '/api/v1/intake',
              body: { content, source_name: 'Noise' },
              signal,
            })
          : await call(base, {
              tenant,
              who: 'trainer',
              path: '/api/trpc/ai.generateCards',
              body: { source: { title: 'Noise', text }, count: 5 },
              signal,
            });
      return status;
    }),
};

/** Names of procedures that nothing has, and addresses longer than anything has. */
export const longNames: Attack = {
  name: 'names of 8,000 characters without an account',
  run: ({ target: { bases } }, signal) =>
    repeat(4, signal, async (n) => {
      const base = bases[n % bases.length] ?? '';
      const response = await fetch(`${base}/api/trpc/${'x'.repeat(8_000)}`, { signal }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status ?? 0;
    }),
};
