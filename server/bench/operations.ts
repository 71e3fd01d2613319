/**
 * What is measured, and what is asked of it. Shared by the driver, which makes the requests, and the
 * report.
 */

/** What the driver needs to make requests that exist. */
export type Facts = {
  /** People whose records an upsert may change. */
  emails: string[];
  departments: string[];
  /** Somebody with progress. */
  learnerId: string;
  /** The catalog's ETag when the operation's measurement began. */
  etag: string;
};

/** A request as it goes over the wire, without host and token. */
export type Request = { method: 'GET' | 'POST'; path: string; headers?: string; body?: string };

export type Operation = {
  name: string;
  /** The n-th request of a run; `run` is another one in every round, so that what is created is new. */
  request: (facts: Facts, n: number, run: number) => Request;
  /** The same for the floor, where that is another one. */
  floorRequest?: () => Request;
  /** The status of every answer; anything else counts as a failure. */
  status: number;
  /** The least ratio to the floor that will do; without one the operation is only shown. */
  target?: number;
  /** Where it is not 16: what takes a second by itself is not measured in a crowd. */
  connections?: number;
  /** Whether a side connection writes to the catalog all the while. */
  writes?: boolean;
  /** The least ratio to the plain server, which keeps no audit log; without one that is not measured. */
  plain?: number;
};

const get = (path: string, headers?: string): Request => ({ method: 'GET', path, ...(headers && { headers }) });
const post = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body) });

/** A page and a half of prose, about what a knowledge base pushes. */
const ARTICLE = 'Check the load before it leaves the bay, and sign for what you have seen with your own eyes. '.repeat(
  40,
);

/** People of a bulk request. */
export const IN_BULK = 500;

const several = <T>(one: (n: number) => T): T[] => Array.from({ length: IN_BULK }, (_, n) => one(n));

const MOVED_TO = ['content_manager', 'auditor', 'learner'];

/** Gives each of at most 5,000 people in turn a role, in the next pass and in most rounds another one. */
function moved({ emails }: Facts, n: number, run: number) {
  const people = Math.min(emails.length, IN_BULK * 10);
  return { email: emails[n % people], role: MOVED_TO[(Math.floor(n / people) + run) % MOVED_TO.length] };
}

/** Requests with many people, beside single ones (`bulk.ts`). */
export const BULK_OPERATIONS: Operation[] = [
  {
    name: 'upsert, in bulk',
    request: ({ emails }, n, run) => {
      const start = n * IN_BULK * 7 + run;
      const users = several((at) => ({
        email: emails[(start + at * 7) % emails.length],
        full_name: `Bulk ${run} ${n}`,
      }));
      return post('/api/v1/users/bulk', { users });
    },
    status: 200,
    connections: 4,
  },
  {
    name: 'create, in bulk',
    request: ({ departments }, n, run) => {
      const users = several((at) => ({
        email: `bulk-${run}-${n}-${at}@scale.example`,
        full_name: `New ${n}`,
        role: 'learner',
        department_id: departments[at % departments.length],
      }));
      return post('/api/v1/users/bulk', { users });
    },
    status: 200,
    connections: 4,
  },
  {
    name: 'move',
    request: (facts, n, run) => post('/api/v1/users', moved(facts, n, run)),
    status: 200,
  },
  {
    name: 'move, in bulk',
    request: (facts, n, run) =>
      post('/api/v1/users/bulk', { users: several((at) => moved(facts, n * IN_BULK + at, run)) }),
    status: 200,
    connections: 4,
  },
];

export const OPERATIONS: Operation[] = [
  { name: 'catalog, unchanged', request: () => get('/api/v1/catalog'), status: 200, target: 25 },
  { name: 'catalog, rebuilt', request: () => get('/api/v1/catalog'), status: 200, target: 0.8, writes: true },
  {
    name: 'catalog, 304',
    request: ({ etag }) => get('/api/v1/catalog', `if-none-match: ${etag}\r\n`),
    floorRequest: () => get('/token', 'if-none-match: "none"\r\n'),
    status: 304,
    target: 0.8,
  },
  { name: 'users, first page', request: () => get('/api/v1/users?limit=100'), status: 200, target: 3 },
  {
    name: 'users, filtered',
    request: () => get('/api/v1/users?limit=100&role=learner&status=active'),
    status: 200,
    target: 3,
  },
  {
    // Anywhere in the list, so half its length on average.
    name: 'users, deep page',
    request: ({ emails }, n) => get(`/api/v1/users?limit=100&offset=${((n * 7919) % emails.length) + 1}`),
    status: 200,
    target: 2,
  },
  {
    name: 'upsert',
    request: ({ emails }, n, run) =>
      post('/api/v1/users', { email: emails[(n * 7919 + run) % emails.length], full_name: `Renamed ${run} ${n}` }),
    status: 200,
    target: 0.9,
    plain: 0.5,
  },
  {
    name: 'create',
    request: ({ departments }, n, run) =>
      post('/api/v1/users', {
        email: `new-${run}-${n}@scale.example`,
        full_name: `New ${n}`,
        role: 'learner',
        department_id: departments[n % departments.length],
      }),
    status: 201,
    target: 0.9,
    plain: 0.5,
  },
  {
    name: 'intake',
    request: (_facts, n, run) =>
      post('/api/v1/intake', {
        title: `Loading bay ${n}`,
        content: `${run} ${n}\n\n${ARTICLE}`,
        source_name: 'Handbook',
        source_url: `https://handbook.example/${run}/${n}`,
      }),
    status: 201,
    target: 0.9,
    plain: 0.5,
  },
  {
    name: 'analytics, one learner',
    request: ({ learnerId }) => get(`/api/v1/analytics?user_id=${learnerId}`),
    status: 200,
  },
  { name: 'analytics, unchanged', request: () => get('/api/v1/analytics'), status: 200, connections: 2, target: 2 },
  { name: 'analytics, rebuilt', request: () => get('/api/v1/analytics'), status: 200, connections: 2, writes: true },
];
