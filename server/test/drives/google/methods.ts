import type { GoogleWorld } from './world.ts';

/** Switches of the stand-in, which can change at any time. */
export type Switches = {
  /** Answers everything with that there were too many requests, in one of Google's ways. */
  quota: 'none' | 'user' | 'rate' | 'daily' | 'requests';
  /** Seconds that are said with it. */
  retryAfter: number | undefined;
  /** Answers everything with 503. */
  broken: boolean;
  /** Milliseconds before each answer. */
  slow: number;
  /** Never answers. */
  hanging: boolean;
  exportForbidden: boolean;
  /** Ids that always fail: a file’s content, all that is asked of a file, or a shared drive’s changes. */
  failing: Map<string, { status: number; reason: string; of: 'content' | 'all' | 'log' }>;
  /** Says that not everything was searched. */
  incompleteSearch: boolean;
  /** Status that refuses a shared drive to people who aren't members. */
  strangers: 404 | 403;
  /** Status that refuses unknown places in a list of changes. */
  cursorStatus: 400 | 404 | 410;
  /** Files and changes on a page, where fewer than asked for. */
  pageSize: number | undefined;
  /** Rings are not sent, and nobody hears of it. */
  dropRings: boolean;
  /** Decision about the consent; `ask` shows the page with the buttons. */
  consent: 'ask' | 'approve' | 'deny' | 'without_scope';
  /** Seconds for which access tokens are valid. */
  tokenSeconds: number;
};

export const usual = (): Switches => ({
  quota: 'none',
  retryAfter: undefined,
  broken: false,
  slow: 0,
  hanging: false,
  exportForbidden: false,
  failing: new Map(),
  incompleteSearch: false,
  strangers: 404,
  cursorStatus: 400,
  pageSize: undefined,
  dropRings: false,
  consent: 'ask',
  tokenSeconds: 3_599,
});

/** A request of one of the methods, by somebody who may make it. */
export type Asked = {
  world: GoogleWorld;
  switches: Switches;
  email: string;
  path: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** Resource keys that were sent, by the ids of their files. */
  keys: ReadonlyMap<string, string>;
};

/** Nothing at all is 204. */
export type Answered = { body?: object; bytes?: Buffer; type?: string };
