import { defineEntity, p } from '@mikro-orm/core';
import type { DriveKind, DriveFolderProblem, ChangeDetectionMethod } from '@training/shared/drives/drives';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

/** A provider's list of changes, and how far it has been read. */
export const ChangeFeedEntity = defineEntity({
  name: 'ChangeFeed',
  tableName: 'drive_change_feeds',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    /** The provider's id of the shared drive; empty for the account's own list. */
    driveId: p.text().primary(),
    /** Null until the next crawl, which first takes a new cursor. */
    cursor: p.text().nullable(),
    /** The reason why the shared drive couldn't be read last time; null if it could. */
    problem: p.text().$type<DriveFolderProblem>().nullable(),
    /** True if changes before the cursor may have gone unread, so that everything has to be crawled. */
    isBehind: p.boolean().default(false),
    /** Items of the page at the cursor that were requested before another one failed. */
    fetched: p.array().default([]),
    /** Since when the page at the cursor has failed; null if it hasn't. */
    failingSince: p.datetime(3).nullable(),
    /** Number of consecutive finds in this feed that no notification announced, and the time of the first of them. */
    unrung: p.integer().default(0),
    unrungSince: p.datetime(3).nullable(),
    /** The time to open or renew its channel. */
    dueAt: p.datetime(3).defaultRaw('now()'),
    ...createLeaseEntityProperties(),
  },
});

/** Values of a feed whose page at the cursor has not failed. */
export const UNFAILED_FEED_PAGE_VALUES: { fetched: string[]; failingSince: Date | null } = {
  fetched: [],
  failingSince: null,
};

/** A provider's notification channel, which announces new entries in a change feed. */
export const DriveChannelEntity = defineEntity({
  name: 'DriveChannel',
  tableName: 'drive_channels',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    driveId: p.text(),
    /** The provider's id of the watched resource, needed to stop the channel; null until the provider has sent it. */
    resourceId: p.text().nullable(),
    /** SHA-256 of the token sent with each notification. */
    tokenHash: p.blob(),
    openedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Set when a newer channel replaced this one. It still sends notifications until it is stopped. */
    retiredAt: p.datetime(3).nullable(),
  },
});

/** A folder to list: it moved into a picked folder, or something was created in it. */
export const DriveFolderToListEntity = defineEntity({
  name: 'DriveFolderToList',
  tableName: 'drive_folders_to_list',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    providerId: p.text().primary(),
    driveId: p.text().nullable(),
    /** The page token to continue from. */
    page: p.text().nullable(),
    /** Pages listed so far. */
    pages: p.integer().default(0),
    foundBy: p.text().$type<ChangeDetectionMethod>(),
    addedAt: p.datetime(3),
  },
});

/** A known file that an event named and that must be requested. */
export const DriveFileToRequestEntity = defineEntity({
  name: 'DriveFileToRequest',
  tableName: 'drive_files_to_request',
  properties: {
    workspaceId: p.uuid().primary(),
    connectionId: p.uuid().primary(),
    providerId: p.text().primary(),
    /** Differs after each event, so that those during a request aren't lost. */
    lastEvent: p.uuid(),
    addedAt: p.datetime(3),
  },
});

/** The long connection of an app, which one instance keeps open. Workspaces with the same app share it. */
export const LarkAppLongConnectionEntity = defineEntity({
  name: 'LarkConnection',
  tableName: 'lark_connections',
  schema: 'directory',
  properties: {
    kind: p.text().$type<Exclude<DriveKind, 'google'>>().primary(),
    appId: p.text().primary(),
    /** Null while there is no connection. */
    connectedAt: p.datetime(3).nullable(),
    /** Always due: some instance keeps it open as long as a drive needs it. */
    dueAt: p.datetime(3).nullable().defaultRaw('now()'),
    ...createLeaseEntityProperties(),
  },
});
