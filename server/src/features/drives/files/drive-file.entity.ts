import { defineEntity, p } from '@mikro-orm/core';
import type { DriveFileState, FoundBy } from '@training/shared/drives';

/** A file or folder that was seen; folders are there for their ancestry (rules/drives 6). */
export const DriveFileEntity = defineEntity({
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
    /** The picked folder that it is within, the nearest; null while it is in none. */
    folderId: p.uuid().nullable(),
    /** What a shortcut leads to. */
    targetId: p.text().nullable(),
    url: p.text().nullable(),
    size: p.bigint('number').nullable(),
    /** Equal only where the content is; null where the provider has none. */
    checksum: p.text().nullable(),
    /** Equal only where nothing at all has changed; null where the provider has none. */
    revision: p.text().nullable(),
    state: p.text().$type<DriveFileState>(),
    /** Why it was skipped, failed or cannot be read. */
    reason: p.text().nullable(),
    stateAt: p.datetime(3),
    /** Of the text that was read last, normalised, and the checksum that it was read at. */
    textHash: p.blob().nullable(),
    textChecksum: p.text().nullable(),
    suggestionId: p.uuid().nullable(),
    jobId: p.uuid().nullable(),
    /** When it is to be fetched; null where nothing is to be done. */
    dueAt: p.datetime(3).nullable(),
    /** Since when changes are gathered. */
    gatheringSince: p.datetime(3).nullable(),
    leasedUntil: p.datetime(3).nullable(),
    attempts: p.integer().default(0),
    /** By which its last change was seen first, when that was, and when the provider says it happened. */
    foundBy: p.text().$type<FoundBy>().nullable(),
    foundAt: p.datetime(3).nullable(),
    changedAt: p.datetime(3).nullable(),
    /** A fingerprint of all that the provider said of it last; null where it must be looked at again. */
    seenAs: p.text().nullable(),
    /** What the provider wants to see beside its id. */
    resourceKey: p.text().nullable(),
    /** The last walk that looked at it; one that found nothing new says so in `drive_walk_seen`. */
    walkId: p.uuid().nullable(),
    /** When the provider is asked to tell of its changes; null once it tells. */
    subscribeAt: p.datetime(3).nullable().defaultRaw('now()'),
  },
});

/** What was found by which way, and how late. */
export const DriveFindingEntity = defineEntity({
  name: 'DriveFinding',
  tableName: 'drive_findings',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    fileId: p.uuid(),
    foundBy: p.text().$type<FoundBy>(),
    foundAt: p.datetime(3),
    changedAt: p.datetime(3).nullable(),
  },
});
