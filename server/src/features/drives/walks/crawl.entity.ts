import { defineEntity, p } from '@mikro-orm/core';
import type { WalkCause } from '@training/shared/drives';

/** A walk through everything that was picked, or through a department's folders (rules/drives 5). */
export const DriveWalkEntity = defineEntity({
  name: 'DriveWalk',
  tableName: 'drive_walks',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    cause: p.text().$type<WalkCause>(),
    departmentId: p.uuid().nullable(),
    state: p.text().$type<'running' | 'done' | 'failed' | 'stopped'>(),
    reason: p.text().nullable(),
    requestedByName: p.text().nullable(),
    startedAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
    folders: p.integer().default(0),
    files: p.integer().default(0),
    changed: p.integer().default(0),
    /** What was not seen and must be asked for one by one; null before everything has been listed. */
    missing: p.integer().nullable(),
    /** Where each log of changes stood before anything of it was listed, by its `drive_id`. */
    startTokens: p.json<Record<string, string>>().default('{}'),
    /** Whoever walks has it until then; and when somebody had it last. */
    leasedUntil: p.datetime(3).nullable(),
    turnAt: p.datetime(3).nullable(),
    /** The provider wants to be left alone until then; and since when it has not answered. */
    notBefore: p.datetime(3).nullable(),
    failingSince: p.datetime(3).nullable(),
    /** How often it was taken up in vain. */
    attempts: p.integer().default(0),
  },
});

/** The folders that a walk knows of, each once, and how far it has listed them. */
export const DriveWalkFolderEntity = defineEntity({
  name: 'DriveWalkFolder',
  tableName: 'drive_walk_folders',
  properties: {
    workspaceId: p.uuid().primary(),
    walkId: p.uuid().primary(),
    providerId: p.text().primary(),
    driveId: p.text().nullable(),
    page: p.text().nullable(),
    /** Pages that were listed of it. */
    pages: p.integer().default(0),
    done: p.boolean().default(false),
  },
});

/** What a walk came across of which nothing was new, by page. */
export const DriveWalkSeenEntity = defineEntity({
  name: 'DriveWalkSeen',
  tableName: 'drive_walk_seen',
  properties: {
    workspaceId: p.uuid().primary(),
    walkId: p.uuid().primary(),
    id: p.uuid().primary(),
    files: p.array().columnType('uuid[]'),
  },
});

/** A page of a folder all of which is stored as the provider said it. */
export const DrivePageEntity = defineEntity({
  name: 'DrivePage',
  tableName: 'drive_pages',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    connectionId: p.uuid(),
    /** The folder that it is of. */
    providerId: p.text(),
    /** Of what the provider said; null once something on it must be looked at again. */
    digest: p.text().nullable(),
    /** Rows of `drive_files`, folders too, and what the provider calls those. */
    files: p.array().columnType('uuid[]'),
    folders: p.array().columnType('text[]'),
    /** The last walk that came across it. */
    walkId: p.uuid(),
  },
});

/** What a walk did not come across, and must ask for one by one: folders before files. */
export const DriveWalkMissingEntity = defineEntity({
  name: 'DriveWalkMissing',
  tableName: 'drive_walk_missing',
  properties: {
    workspaceId: p.uuid().primary(),
    walkId: p.uuid().primary(),
    isFile: p.boolean().primary(),
    fileId: p.uuid().primary(),
  },
});
