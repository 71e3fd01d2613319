import { defineEntity, p } from '@mikro-orm/core';
import type { DriveKind, DriveStateReason, DriveState, DriveFolderProblem } from '@training/shared/drives/drives';
import { createLeaseEntityProperties, NO_LEASE_VALUES } from '../../../platform/queue/lease.ts';

/** A drive that a workspace has connected (rules/drives 1). */
export const DriveConnectionEntity = defineEntity({
  name: 'DriveConnection',
  tableName: 'drive_connections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<DriveKind>(),
    auth: p.text().$type<'oauth' | 'service_account' | 'app'>(),
    /** The account whose access is used, as the provider names it. */
    account: p.text(),
    /** The app id at Lark or Feishu; the client or service account at Google. */
    appId: p.text(),
    state: p.text().$type<DriveState>(),
    stateReason: p.text().$type<DriveStateReason>().nullable(),
    stateAt: p.datetime(3),
    push: p.text().$type<'channel' | 'long_connection' | 'webhook' | 'none'>(),
    /** A `sealed_secret`; null once disconnected. */
    sealed: p.blob().nullable(),
    keyId: p.text().nullable(),
    /** Number of the current credential, incremented with each new one. */
    version: p.integer().default(1),
    connectedBy: p.uuid().nullable(),
    connectedByName: p.text(),
    connectedAt: p.datetime(3),
    disconnectedAt: p.datetime(3).nullable(),
    lastEventAt: p.datetime(3).nullable(),
    lastPolledAt: p.datetime(3).nullable(),
    /** The time of the next poll for changes; null if there is nothing to poll. */
    dueAt: p.datetime(3).nullable(),
    ...createLeaseEntityProperties(),
    /** Date of the last nightly crawl that was started, in the workspace's time zone. */
    night: p.date().nullable(),
    /** Time of the first failure, number of consecutive failures, and end of the current pause. */
    failingSince: p.datetime(3).nullable(),
    misses: p.integer().default(0),
    pausedUntil: p.datetime(3).nullable(),
    updatedAt: p.datetime(3),
  },
});

/** Values of a drive whose requests don't fail. */
export const DRIVE_WITHOUT_FAILURES_VALUES = { failingSince: null, misses: 0, pausedUntil: null };

/** Values of a drive that can't be read: it is neither due nor claimed. */
export const UNREADABLE_DRIVE_VALUES = { dueAt: null, ...NO_LEASE_VALUES, ...DRIVE_WITHOUT_FAILURES_VALUES };

/** Filter of drives that can be read. */
export const READABLE_DRIVE_FILTER: { state: { $in: DriveState[] } } = { state: { $in: ['connected', 'degraded'] } };

/** A picked folder. Everything inside it, at any depth, is read. */
export const PickedDriveFolderEntity = defineEntity({
  name: 'DriveFolder',
  tableName: 'drive_folders',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    providerId: p.text(),
    /** The shared drive it belongs to; null for an account's own drive. */
    driveId: p.text().nullable(),
    name: p.text(),
    /** Google's resource key, sent along with the id. */
    resourceKey: p.text().nullable(),
    /** The reason why it couldn't be listed last time; null if it could. */
    problem: p.text().$type<DriveFolderProblem>().nullable(),
    departmentId: p.uuid().nullable(),
    pickedByName: p.text(),
    pickedAt: p.datetime(3),
    /** The time to subscribe to its events; null once subscribed. */
    subscribeAt: p.datetime(3).nullable().defaultRaw('now()'),
  },
});

/** A pending OAuth consent. It can be completed once, soon, and only by the session that started it. */
export const PendingDriveAuthorizationEntity = defineEntity({
  name: 'DriveAuthorization',
  tableName: 'drive_authorizations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** SHA-256 of the `state` parameter. */
    stateHash: p.blob(),
    sessionId: p.text(),
    /** The connection to reconnect; null for a new one. */
    connectionId: p.uuid().nullable(),
    /** PKCE code verifier. Useless without the code that only Google issues. */
    verifier: p.text(),
    createdAt: p.datetime(3),
  },
});
