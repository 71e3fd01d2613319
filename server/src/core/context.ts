import type { EntityManager } from '@mikro-orm/postgresql';
import type { LearnerSignInEvidence } from '@training/shared/evidence/presence';
import type { NotificationCategory } from '@training/shared/notifications/notifications';
import type { PermissionReach, Role, TokenScope } from '@training/shared/permissions';
import { AppError } from './errors.ts';
import type { Services } from './services.ts';
import type { Database } from '../database/database.ts';
import type { StallMonitor } from '../platform/concurrency/event-loop-stalls.ts';

export type Workspace = { id: string; slug: string; name: string };

/** A signed-in member of a workspace. */
export type ActingPerson = {
  kind: 'user';
  id: string;
  name: string;
  email: string | null;
  role: Role;
  departmentId: string | null;
};

/** Performer of an action: a signed-in user, an external system's token, or the operator. */
export type Actor =
  | ActingPerson
  | {
      kind: 'token';
      id: string;
      name: string;
      scopes: TokenScope[];
      createdAt: string;
      mayAssignSuperAdmin: boolean;
      /** True if the workspace has nobody without an e-mail address (rules/workspaces 9). */
      everyoneHasEmail: boolean;
      /** Revision of the catalog when the token was read (rules/api 10). */
      catalogRevision: string;
    }
  | { kind: 'system'; name: string };

/** Context of all domain functions. */
export type Context = {
  db: Database;
  workspace: Workspace;
  actor: Actor;
  /** Reach of the checked permission. */
  reach: PermissionReach;
  /** Evidence of the presence of the person who acts. */
  presence?: LearnerSignInEvidence;
  now: Date;
  requestId: string | null;
  ip: string | null;
  /** True if a long response may be streamed. */
  streams?: boolean;
  /** True if a file may be answered. */
  files?: boolean;
  /** Set if the request already runs in a transaction, in which `inTransaction` then nests. */
  transaction?: EntityManager;
  /** Stored answer to the same request, whose rows with a status of 500 and above are to be tried again. */
  unfinished?: string;
  /** Runs work that waits for an external service, and releases the request's slot meanwhile (rules/bounds 7). */
  outside?<T>(work: () => Promise<T>): Promise<T>;
  /** Waits between two parts of long work, if other workspaces send requests (rules/bounds 7). */
  rest?(): Promise<void>;
};

/** Caller's properties that determine what they may see. */
export type Viewer = Pick<Context, 'actor' | 'reach'>;

/**
 * Existing objects by id, with a function that returns true if a viewer may see the object. Missing ids don't exist.
 */
export type VisibilityById = Map<string, (viewer: Viewer) => boolean>;

/** Returns who and when an event or a context names for what the server itself does, without a request. */
export const createSystemContextFields = (name: string, now: Date = new Date()) =>
  ({ actor: { kind: 'system', name }, now, requestId: null, ip: null }) as const;

/** Runs work that waits for an external service, without the request's slot if there is one (rules/bounds 7). */
export const withoutRequestSlot = <T>({ outside }: Pick<Context, 'outside'>, work: () => Promise<T>): Promise<T> =>
  outside?.(work) ?? work();

/** Context of domain functions that use AI providers. */
export type AiContext = Context & Pick<Services, 'ai'>;

/** Context of domain functions that store files or read stored ones. */
export type MediaContext = AiContext & Pick<Services, 'storage'>;

/** Context of domain functions that sign for the installation. */
export type KeyringContext = Context & { ai: Pick<Services['ai'], 'keyring'> };

/** Metrics of this instance's webhook requests for `/metrics`. */
export type WebhookRequestMetrics = {
  /** Number of requests in progress. */
  sending: number;
  whenAttempted(listener: (attempt: Attempted) => void): void;
  attempted(attempt: Attempted): void;
};

/** @property waited Milliseconds between due time and sending. @property took Milliseconds until the response. */
type Attempted = { taken: boolean; waited: number; took: number };

/** Limits of concurrent webhook requests, at most and at this moment, and their metrics. */
export type WebhookRequestLimits = { most: number; atOnce: () => number; figures: WebhookRequestMetrics };

/** Context of domain functions that send to a workspace's chat channel. */
export type ChatContext = Context & Pick<Services, 'chat'> & { ai: Pick<Services['ai'], 'keyring' | 'log'> };

/** Context of domain functions that connect drives or call them. */
export type DriveContext = Context & Pick<Services, 'drives'> & { ai: Pick<Services['ai'], 'keyring' | 'log'> };

/** The person and the kind of mail that an unsubscribe address is for. */
export type MailSubscription = { workspaceId: string; userId: string; category: NotificationCategory };

/** Issues the token of an unsubscribe address, with which a person ends mails of one kind without signing in. */
export type UnsubscribeTokenIssuer = { token(subscription: MailSubscription): Promise<string> };

/** Context of domain functions that let people sign in. */
export type SignInContext = Context & Pick<Services, 'entry'>;

export type JobServices = Services & {
  db: Database;
  /** Reaches what belongs to no workspace, and the workspaces of all databases. */
  everywhere: Database;
  databaseUrl: string;
  stalls: StallMonitor;
  unsubscribeLinks: UnsubscribeTokenIssuer;
  deliveries: WebhookRequestLimits;
  /** Returns true if a request is running or has just run; work that can wait then gives way. */
  isBusy: () => boolean;
  /** Milliseconds between workers' checks for due work. Default: each worker's own. */
  lookEvery?: number;
};

/** Services used by tasks. The signal is aborted when the server stops; long work must then end. */
export type TaskServices = JobServices & { stopping: AbortSignal };

/**
 * Returns true if the caller is a token that didn't ask for people without an e-mail address, and the workspace may
 * have some (rules/users 22).
 */
export function isLimitedToPeopleWithEmail(
  { actor }: Pick<Context, 'actor'>,
  { email }: { email?: 'any' | undefined },
): boolean {
  return actor.kind === 'token' && !actor.everyoneHasEmail && email !== 'any';
}

/**
 * Returns the department the caller's permission is limited to, which is a trainer's own; null means the whole
 * workspace.
 */
export function departmentLimitOf({ actor, reach }: Viewer): string | null {
  return actor.kind === 'user' && reach === 'department' ? actor.departmentId : null;
}

/** Returns true if the caller is limited to a department, and it is none of these. */
export function isOutsideDepartment(viewer: Viewer, ...departmentIds: (string | null)[]): boolean {
  if (viewer.reach !== 'department') return false;
  const own = departmentLimitOf(viewer);
  return own === null || !departmentIds.includes(own);
}

/** Returns the id of the signed-in user who acts; null for tokens and the system. */
export const actingUserIdOf = ({ actor }: Pick<Context, 'actor'>): string | null =>
  actor.kind === 'user' ? actor.id : null;

/** Returns the signed-in user who acts. @throws AppError `forbidden` for tokens and the system */
export function requireActingPerson({ actor }: Pick<Context, 'actor'>): ActingPerson {
  if (actor.kind === 'user') return actor;
  throw new AppError('forbidden', 'Only people can do this. Sign in to the console.');
}
