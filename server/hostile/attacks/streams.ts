import { headersOf } from '../call.ts';
import { type Attack, repeat } from './attack.ts';
import { readNothing } from './socket.ts';

/** Event streams of one person that nobody reads, opened again as soon as they end. */
export const eventStreams: Attack = {
  name: 'event streams of one person',
  run: ({ target: { bases, tenant }, connections }, signal) =>
    repeat(Math.ceil(connections / 5), signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      const input = encodeURIComponent(JSON.stringify({}));
      const headers = { ...headersOf(tenant, 'trainer', base), accept: 'text/event-stream' };
      return readNothing(
        { base, method: 'GET', path: `/api/trpc/providerKeys.watch?input=${input}`, headers },
        { signal },
      );
    }),
};
