import { defineEntity, p } from '@mikro-orm/core';
import type { DriveKind, DriveReason, DriveState, FolderProblem } from '@training/shared/drives';

/** A drive that a workspace has connected (rules/drives 1). */
export const DriveConnectionEntity = defineEntity({
  name: 'DriveConnection',
  tableName: 'drive_connections',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<DriveKind>(),
    auth: p.text().$type<'oauth' | 'service_account' | 'app'>(),
    /** Whom it reads as, in the provider's words. */
    account: p.text(),
    /** Which app of Lark or Feishu; the client or the service account of Google. */
    appId: p.text(),
    state: p.text().$type<DriveState>(),
    stateReason: p.text().$type<DriveReason>().nullable(),
    stateAt: p.datetime(3),
    push: p.text().$type<'channel' | 'long_connection' | 'webhook' | 'none'>(),
    /** A `sealed_secret`; null once it is disconnected. */
    sealed: p.blob().nullable(),
    keyId: p.text().nullable(),
    /** Counts the credentials. */
    version: p.integer().default(1),
    connectedBy: p.uuid().nullable(),
    connectedByName: p.text(),
    connectedAt: p.datetime(3),
    disconnectedAt: p.datetime(3).nullable(),
    lastEventAt: p.datetime(3).nullable(),
    lastPolledAt: p.datetime(3).nullable(),
    /** When it is asked for changes next; null where there is nothing to ask for. */
    nextPollAt: p.datetime(3).nullable(),
    /** Whoever asks for changes has it until then. */
    pollingUntil: p.datetime(3).nullable(),
    /** The last night, in the workspace's zone, whose walk was begun. */
    night: p.date().nullable(),
    /** Since when the provider fails, how often in a row, and until when it is left alone. */
    failingSince: p.datetime(3).nullable(),
    misses: p.integer().default(0),
    pausedUntil: p.datetime(3).nullable(),
    updatedAt: p.datetime(3),
  },
});

/** What was picked: what is within it, at any depth, is read. */
export const DriveFolderEntity = defineEntity({
  name: 'DriveFolder',
  tableName: 'drive_folders',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    providerId: p.text(),
    /** The shared drive that it is in; null in somebody's own. */
    driveId: p.text().nullable(),
    name: p.text(),
    /** What the provider wants to see beside its id. */
    resourceKey: p.text().nullable(),
    /** Why it could not be listed last; null where it could. */
    problem: p.text().$type<FolderProblem>().nullable(),
    departmentId: p.uuid().nullable(),
    pickedByName: p.text(),
    pickedAt: p.datetime(3),
    /** When the provider is asked to tell of what is made in it; null once it tells. */
    subscribeAt: p.datetime(3).nullable().defaultRaw('now()'),
  },
});

/** A consent that was asked for: it comes back once and soon, to the session that asked. */
export const DriveAuthorizationEntity = defineEntity({
  name: 'DriveAuthorization',
  tableName: 'drive_authorizations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** SHA-256 of what the answer brings back. */
    stateHash: p.blob(),
    sessionId: p.text(),
    /** What is connected again; null where it is new. */
    connectionId: p.uuid().nullable(),
    /** Of PKCE: it opens nothing without the code that only Google gives. */
    verifier: p.text(),
    createdAt: p.datetime(3),
  },
});
