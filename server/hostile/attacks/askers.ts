import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { headersOf } from '../call.ts';
import { type Attack, repeat } from './attack.ts';
import { sendAhead } from './socket.ts';

/** As many as a connection may send ahead. */
const AHEAD = 8;

/** Somebody with an account who asks for a workspace that is not theirs, so that only who asks is ever looked up. */
export const askers: Attack = {
  name: 'requests for a workspace of others',
  run: ({ target: { bases, tenant }, connections }, signal) =>
    repeat(connections, signal, (n) => {
      const base = bases[n % bases.length] ?? '';
      const headers = { ...headersOf(tenant, 'trainer', base), [WORKSPACE_HEADER]: 'nope' };
      const path = '/api/trpc/courses.list?input=%7B%7D';
      return sendAhead({ base, method: 'GET', path, headers }, AHEAD, { signal });
    }),
};
