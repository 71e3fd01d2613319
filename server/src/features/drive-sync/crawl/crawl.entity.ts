import { defineEntity, p } from '@mikro-orm/core';
import type { CrawlCause } from '@training/shared/drives/drives';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

/** A crawl of all picked folders, or of a department's folders (rules/drives 5). */
export const DriveCrawlEntity = defineEntity({
  name: 'DriveCrawl',
  tableName: 'drive_crawls',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    cause: p.text().$type<CrawlCause>(),
    departmentId: p.uuid().nullable(),
    state: p.text().$type<'running' | 'done' | 'failed' | 'stopped'>(),
    reason: p.text().nullable(),
    requestedByName: p.text().nullable(),
    startedAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    folders: p.integer().default(0),
    files: p.integer().default(0),
    changed: p.integer().default(0),
    /** Number of items not found that must be requested one by one; null until everything has been listed. */
    missing: p.integer().nullable(),
    /** Start token of each change feed, taken before anything of it was listed, by `drive_id`. */
    startTokens: p.json<Record<string, string>>().default('{}'),
    /** The time to continue it; null once it has ended. */
    dueAt: p.datetime(3).nullable(),
    ...createLeaseEntityProperties(),
    /** Time of the first failure since the last answer. */
    failingSince: p.datetime(3).nullable(),
    /** Number of consecutive claims without progress. */
    attempts: p.integer().default(0),
  },
});

/** A folder of a crawl's queue (each folder once), and how far it has been listed. */
export const DriveCrawlFolderEntity = defineEntity({
  name: 'DriveCrawlFolder',
  tableName: 'drive_crawl_folders',
  properties: {
    workspaceId: p.uuid().primary(),
    crawlId: p.uuid().primary(),
    providerId: p.text().primary(),
    driveId: p.text().nullable(),
    page: p.text().nullable(),
    /** Pages listed so far. */
    pages: p.integer().default(0),
    done: p.boolean().default(false),
  },
});

/** Files of a page that a crawl found unchanged. */
export const DriveCrawlUnchangedFilesEntity = defineEntity({
  name: 'DriveCrawlSeen',
  tableName: 'drive_crawl_seen',
  properties: {
    workspaceId: p.uuid().primary(),
    crawlId: p.uuid().primary(),
    id: p.uuid().primary(),
    files: p.array().columnType('uuid[]'),
  },
});

/** An item that a crawl didn't find and must request: folders before files. */
export const DriveCrawlMissingItemEntity = defineEntity({
  name: 'DriveCrawlMissing',
  tableName: 'drive_crawl_missing',
  properties: {
    workspaceId: p.uuid().primary(),
    crawlId: p.uuid().primary(),
    isFile: p.boolean().primary(),
    fileId: p.uuid().primary(),
  },
});
