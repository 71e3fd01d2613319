import { defineEntity, p } from '@mikro-orm/core';
import type { DriveFileState, ChangeDetectionMethod } from '@training/shared/drives/drives';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

/** A known file or folder. Folders are stored to resolve ancestry (rules/drives 6). */
export const DriveItemEntity = defineEntity({
  name: 'DriveFile',
  tableName: 'drive_files',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    providerId: p.text(),
    isFolder: p.boolean(),
    name: p.text(),
    mediaType: p.text(),
    parentIds: p.array(),
    driveId: p.text().nullable(),
    /** The nearest picked folder that contains it; null if there is none. */
    folderId: p.uuid().nullable(),
    /** The target of a shortcut. */
    targetId: p.text().nullable(),
    /** The target's media type; null if the provider doesn't return it. */
    targetMediaType: p.text().nullable(),
    url: p.text().nullable(),
    size: p.bigint('number').nullable(),
    /** Changes if and only if the content changes; null if the provider has none. */
    checksum: p.text().nullable(),
    /** Changes if anything changes; null if the provider has none. */
    revision: p.text().nullable(),
    state: p.text().$type<DriveFileState>(),
    /** The reason why it was skipped, failed or can't be read. */
    reason: p.text().nullable(),
    stateAt: p.datetime(3),
    /** Hash of the normalized text that was read last, and the file's checksum at that time. */
    textHash: p.blob().nullable(),
    textChecksum: p.text().nullable(),
    suggestionId: p.uuid().nullable(),
    jobId: p.uuid().nullable(),
    /** The time to fetch it; null if there is nothing to do. */
    dueAt: p.datetime(3).nullable(),
    /** Start of the current series of changes that are fetched together. */
    gatheringSince: p.datetime(3).nullable(),
    ...createLeaseEntityProperties(),
    attempts: p.integer().default(0),
    /**
     * Detection method of its last change, the time of detection, and the time of the change according to the provider.
     */
    foundBy: p.text().$type<ChangeDetectionMethod>().nullable(),
    foundAt: p.datetime(3).nullable(),
    changedAt: p.datetime(3).nullable(),
    /** Fingerprint of the provider's metadata; null if the file must be processed again in any case. */
    seenAs: p.text().nullable(),
    /** Google's resource key, sent along with the id. */
    resourceKey: p.text().nullable(),
    /** The last crawl that stored it. A crawl that finds it unchanged records that in `drive_crawl_seen` instead. */
    crawlId: p.uuid().nullable(),
    /** The time to subscribe to its changes; null once subscribed. */
    subscribeAt: p.datetime(3).nullable().defaultRaw('now()'),
  },
});

/** A detected change: the method by which it was found, and when. */
export const DriveFileChangeEntity = defineEntity({
  name: 'DriveFileChange',
  tableName: 'drive_file_changes',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    fileId: p.uuid(),
    foundBy: p.text().$type<ChangeDetectionMethod>(),
    foundAt: p.datetime(3),
    changedAt: p.datetime(3).nullable(),
  },
});
