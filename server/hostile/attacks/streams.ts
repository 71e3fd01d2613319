import { randomUUID } from 'node:crypto';
import { liveTopics } from '@training/shared/live';
import { headersOf } from '../call.ts';
import { type Attack, repeat } from './attack.ts';
import { makeModule, SMALL_CARDS } from './modules.ts';
import { readNothing } from './socket.ts';

/** Event streams of one person that nobody reads, each of a page of its own, opened again as soon as they end. */
export const eventStreams: Attack = {
  name: 'event streams of one person',
  async run(plan, signal) {
    const module = await makeModule(plan, SMALL_CARDS);
    if (!module) return { statuses: {} };
    const { bases, tenant } = plan.target;
    return repeat(Math.ceil(plan.connections / 5), signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      const asked = { tab: randomUUID(), topics: [liveTopics.module(module.id)] };
      const input = encodeURIComponent(JSON.stringify(asked));
      const headers = { ...headersOf(tenant, 'trainer', base), accept: 'text/event-stream' };
      return readNothing({ base, method: 'GET', path: `/api/trpc/live.follow?input=${input}`, headers }, { signal });
    });
  },
};
