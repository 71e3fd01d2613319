import { call } from '../call.ts';
import { type Attack, repeat } from './attack.ts';

/** 150 calls in one request, with a token. */
export const batches: Attack = {
  name: 'batches of 150 calls',
  run: ({ target: { bases, tenant } }, signal) =>
    repeat(8, signal, async (n) => {
      const names = Array.from({ length: 150 }, () => 'users.list').join(',');
      const input = encodeURIComponent(
        JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, call_) => [call_, {}]))),
      );
      const path = `/api/trpc/${names}?batch=1&input=${input}`;
      return (await call(bases[n % bases.length] ?? '', { tenant, who: 'token', path, signal })).status;
    }),
};

/** Every combination of filters of the most expensive read. */
export const analyticsFilters: Attack = {
  name: 'every combination of analytics filters',
  run: ({ target: { bases, tenant } }, signal) =>
    repeat(8, signal, async (n) => {
      const parts = ['modules', 'learners', 'recertification'].filter((_, bit) => ((n % 7) + 1) & (1 << bit));
      const id = '0199a000-0000-7000-8000-000000000000';
      const filters = ['department_id', 'course_id', 'module_id', 'user_id'].filter((_, bit) => (n >> 3) & (1 << bit));
      const query = new URLSearchParams([
        ['include', parts.join(',')],
        ...filters.map((filter): [string, string] => [filter, id]),
        ...((n >> 7) % 2 === 1 ? [['from', '2026-01-01'] satisfies [string, string]] : []),
      ]);
      const path = `/api/v1/analytics?${query.toString()}`;
      return (await call(bases[n % bases.length] ?? '', { tenant, who: 'token', path, signal })).status;
    }),
};

/** More calls at once than anybody needs, each cheap. */
export const manyCalls: Attack = {
  name: 'calls of one tenant at once',
  run: ({ target: { bases, tenant }, connections }, signal) =>
    repeat(Math.ceil(connections / 5), signal, async (n) => {
      const path = '/api/v1/users?limit=500';
      return (await call(bases[n % bases.length] ?? '', { tenant, who: 'token', path, signal })).status;
    }),
};

/** Tables to keep as files, which are read from the database while they are sent. */
export const downloads: Attack = {
  name: 'downloads of tables',
  run: ({ target: { bases, tenant } }, signal) =>
    repeat(24, signal, async (n) => {
      const path = `/api/workspaces/${tenant.workspace}/analytics/${n % 2 === 0 ? 'learners' : 'modules'}`;
      return (await call(bases[n % bases.length] ?? '', { tenant, who: 'trainer', path, signal })).status;
    }),
};

/** Sign-in links for addresses that nobody has. */
export const signInLinks: Attack = {
  name: 'requests for sign-in links',
  run: ({ target: { bases } }, signal) =>
    repeat(4, signal, async (n) => {
      const base = bases[n % bases.length] ?? '';
      const response = await fetch(`${base}/api/auth/sign-in/magic-link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base },
        body: JSON.stringify({ email: `nobody-${n}@example.com` }),
        signal,
      }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status ?? 0;
    }),
};
