import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationCategory } from '@training/shared/notifications';
import type { Reach, Role, Scope } from '@training/shared/permissions';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Keyring } from './platform/encryption/keyring.ts';
import type { Live } from './platform/live.ts';
import type { Stalls } from './platform/event-loop-lag.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mail.ts';
import type { Outward } from './platform/outward/outward.ts';
import type { ChatServices } from './providers/chat/chat-services.ts';
import type { Drives } from './providers/drives/drives.ts';
import type { AiProviders } from './providers/ai/providers.ts';
import type { AiSettings } from './providers/ai/settings.ts';

export type Workspace = { id: string; slug: string; name: string };

/** A member of a workspace who is signed in. */
export type Person = {
  kind: 'user';
  id: string;
  name: string;
  email: string;
  role: Role;
  departmentId: string | null;
};

/** Who does it: a signed-in person, an external system's token, or the operator. */
export type Actor =
  | Person
  | {
      kind: 'token';
      id: string;
      name: string;
      scopes: Scope[];
      createdAt: string;
      mayAssignSuperAdmin: boolean;
      /** The state of the catalog when the token was read (rules/api 10). */
      catalogRevision: string;
    }
  | { kind: 'system'; name: string };

/** What calling an AI provider takes; one for the whole process. */
export type AiServices = {
  keyring: Keyring;
  providers: AiProviders;
  settings: AiSettings;
  bounds: Config['bounds'];
  /** For what only the operator can mend; never a secret. */
  log: { error(fields: object, message: string): void };
};

/** What every domain function gets. */
export type Context = {
  db: Database;
  workspace: Workspace;
  actor: Actor;
  /** How far the permission that was asked for reaches. */
  reach: Reach;
  now: Date;
  requestId: string | null;
  ip: string | null;
  /** Set where a long answer may go out while it is read. */
  streams?: boolean;
  /** Set where the request runs in a transaction already; `inTransaction` then nests within it. */
  transaction?: EntityManager;
  /** Does work that waits for somebody outside, and gives others the request’s slot meanwhile (rules/bounds 7). */
  outside?<T>(work: () => Promise<T>): Promise<T>;
};

/** Who looks at something, as far as it decides what they see. */
export type Viewer = Pick<Context, 'actor' | 'reach'>;

/** Those of the things with the given ids that are there, by id, with who may see each. */
export type Visibility = Map<string, (viewer: Viewer) => boolean>;

/** What the domain functions get that have to do with AI providers. */
export type AiContext = Context & { ai: AiServices };

/** What the domain functions get that sign for the installation. */
export type SigningContext = Context & { ai: Pick<AiServices, 'keyring'> };

/** What the domain functions get that send something to an address that a customer typed. */
export type OutwardContext = Context & { outward: Outward };

/** What `/metrics` tells of the requests to webhooks of this instance. */
export type DeliveryFigures = {
  /** Requests on their way. */
  sending: number;
  whenAttempted(listener: (attempt: Attempted) => void): void;
  attempted(attempt: Attempted): void;
};

/** @property waited How long it was due before it was sent, and @property took until its answer, in milliseconds. */
type Attempted = { taken: boolean; waited: number; took: number };

/** How many requests to webhooks an instance may have under way at this moment, and what it tells of them. */
export type Deliveries = { most: number; atOnce: () => number; figures: DeliveryFigures };

/** What the domain functions get that send something to a workspace’s chat channel. */
export type ChatContext = Context & { ai: Pick<AiServices, 'keyring' | 'log'>; chat: ChatServices };

/** What the domain functions get that connect drives, or ask them something. */
export type DriveContext = Context & { ai: Pick<AiServices, 'keyring' | 'log'>; drives: Drives };

/** Whose mails of which kind an address ends. */
export type MailSubscription = { workspaceId: string; userId: string; category: NotificationCategory };

/** Makes what the address has in it under which somebody ends mails of one kind without signing in. */
export type UnsubscribeTokens = { token(subscription: MailSubscription): Promise<string> };

/** How people come in: where links lead, and whether mail takes them there. */
export type SignInEntry = { origin: () => string; sendsMail: boolean };

/** What the domain functions get that let people in. */
export type EntryContext = Context & { entry: SignInEntry };

/** What later work is done with. */
export type JobServices = {
  db: Database;
  databaseUrl: string;
  log: Log;
  ai: AiServices;
  live: Live;
  stalls: Stalls;
  mailer: Mailer;
  outward: Outward;
  unsubscribeLinks: UnsubscribeTokens;
  deliveries: Deliveries;
  chat: ChatServices;
  drives: Drives;
  /** Whether somebody waits for an answer at this moment, or did just now: what can wait gives way to them. */
  isBusy: () => boolean;
  /** Where browsers reach us, for links in mails. */
  origin: () => string;
};

/** What a task gets besides: the signal says that the server stops, and what takes long must let go. */
export type TaskServices = JobServices & { stopping: AbortSignal };

/** The department that the caller's permission is bound to, which is a trainer's own; null is the whole workspace. */
export function ownDepartment({ actor, reach }: Viewer): string | null {
  return actor.kind === 'user' && reach === 'department' ? actor.departmentId : null;
}
