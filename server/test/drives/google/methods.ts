import type { GoogleWorld } from './world.ts';

/** What the stand-in can be made to do, at any time. */
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
  /** How a shared drive is refused to whoever is no member. */
  strangers: 404 | 403;
  /** How unknown places in a list of changes are refused. */
  cursorStatus: 400 | 404 | 410;
  /** Files and changes on a page, where fewer than asked for. */
  pageSize: number | undefined;
  /** Rings are not sent, and nobody hears of it. */
  dropRings: boolean;
  /** Whether somebody presses the button of the consent, or it is done for them. */
  consent: 'ask' | 'approve' | 'deny' | 'without_scope';
  /** How long access tokens live. */
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
