import { defineEntity, p } from '@mikro-orm/core';
import type { DriveKind, FolderProblem, FoundBy } from '@training/shared/drives';

/** A list of changes at the provider, and how far it was read. */
export const DriveLogEntity = defineEntity({
  name: 'DriveLog',
  tableName: 'drive_logs',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    /** A shared drive; empty for the account's own list. */
    driveId: p.text().primary(),
    /** Null until the next walk, which takes a new one first. */
    cursor: p.text().nullable(),
    /** Why its shared drive could not be read last; null where it could. */
    problem: p.text().$type<FolderProblem>().nullable(),
    /** Something may have changed before the cursor that nobody read: everything is to be walked through. */
    isBehind: p.boolean().default(false),
    /** How often in a row something was found in it that no channel rang for, and since when. */
    unrung: p.integer().default(0),
    unrungSince: p.datetime(3).nullable(),
    /** When a channel is opened for it, or renewed; whoever does so puts it off first. */
    channelDueAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** By which the provider rings when a log has something new. */
export const DriveChannelEntity = defineEntity({
  name: 'DriveChannel',
  tableName: 'drive_channels',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    driveId: p.text(),
    /** The provider's name of what is watched, by which a channel is stopped; null until the provider has told it. */
    resourceId: p.text().nullable(),
    /** SHA-256 of the token that comes with each ring. */
    tokenHash: p.blob(),
    openedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** A newer one has its place; it rings until it is stopped. */
    retiredAt: p.datetime(3).nullable(),
  },
});

/** A folder whose content is to be listed: it came into what is read, or something was made in it. */
export const DriveFolderToListEntity = defineEntity({
  name: 'DriveFolderToList',
  tableName: 'drive_folders_to_list',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    providerId: p.text().primary(),
    driveId: p.text().nullable(),
    /** The page to go on from. */
    page: p.text().nullable(),
    /** Pages that were listed of it. */
    pages: p.integer().default(0),
    foundBy: p.text().$type<FoundBy>(),
    addedAt: p.datetime(3),
  },
});

/** Which instance holds the long connection of an app, whichever workspaces use it. */
export const DriveSocketEntity = defineEntity({
  name: 'DriveSocket',
  tableName: 'drive_sockets',
  properties: {
    kind: p.text().$type<Exclude<DriveKind, 'google'>>().primary(),
    appId: p.text().primary(),
    holder: p.uuid(),
    leasedUntil: p.datetime(3),
    connectedAt: p.datetime(3).nullable(),
  },
});

/** What an app was told, stored before it is answered, and each event once. */
export const DriveEventEntity = defineEntity({
  name: 'DriveEvent',
  tableName: 'drive_events',
  properties: {
    kind: p.text().$type<Exclude<DriveKind, 'google'>>().primary(),
    appId: p.text().primary(),
    eventId: p.text().primary(),
    type: p.text(),
    fileToken: p.text(),
    /** The folder that something was made in. */
    folderToken: p.text().nullable(),
    at: p.datetime(3),
    receivedAt: p.datetime(3),
    leasedUntil: p.datetime(3).nullable(),
    handledAt: p.datetime(3).nullable(),
  },
});
