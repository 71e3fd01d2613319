import { z } from 'zod';
import type { ChangeLog, DriveChange } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import { parsedAnswer } from '../drive-fetch.ts';
import { eachOf, PageToken, ProviderId } from '../provider-values.ts';
import type { GoogleApi } from './google-api.ts';
import { rememberResourceKeys } from './google-folders.ts';
import { FILE_FIELDS, GoogleFile, itemOf } from './google-items.ts';

/** Maximum page size of Google. */
const PAGE = 1_000;

/** Milliseconds for which a channel has to be open. */
const SHORTEST_LIFE = 60_000;

const StartPageToken = z.object({ startPageToken: PageToken });

/**
 * A change that isn't a removal includes the file. Changes of a shared drive itself, such as its name, concern no file.
 */
const Change = z.union([
  z.object({ changeType: z.literal('file').optional(), fileId: GoogleFile.shape.id, removed: z.literal(true) }),
  z.object({
    changeType: z.literal('file').optional(),
    fileId: GoogleFile.shape.id,
    time: GoogleFile.shape.modifiedTime,
    file: GoogleFile,
  }),
  z.object({ changeType: z.literal('drive') }),
]);
const ChangeList = z.object({
  nextPageToken: PageToken.optional(),
  newStartPageToken: PageToken.optional(),
  changes: z.array(z.unknown()),
});

const Channel = z.object({ resourceId: ProviderId, expiration: z.string().regex(/^\d{1,15}$/) });

/**
 * Query parameters of the list of changes. The account's own list also covers items of shared drives that are only
 * shared with the account.
 */
function scopeOf(driveId: string | null) {
  return { driveId, supportsAllDrives: true, includeItemsFromAllDrives: true, includeRemoved: true, spaces: 'drive' };
}

export function changeLog(api: GoogleApi): ChangeLog {
  return {
    async start(driveId, signal) {
      const query = { driveId, supportsAllDrives: true, fields: 'startPageToken' };
      return (await api.get(StartPageToken, 'changes/startPageToken', { query, signal })).startPageToken;
    },

    async changes(driveId, cursor, signal) {
      const fields = `nextPageToken,newStartPageToken,changes(changeType,fileId,removed,time,file(${FILE_FIELDS}))`;
      const query = { ...scopeOf(driveId), pageToken: cursor, pageSize: PAGE, fields };
      const page = await api.get(ChangeList, 'changes', { query, goesOn: true, signal });
      const next = page.nextPageToken ?? page.newStartPageToken;
      if (next === undefined) {
        throw new DriveFailure('unavailable', { detail: 'Google does not say where its list of changes goes on.' });
      }
      const changes = eachOf(Change, page.changes, api.leftOut).flatMap((change) => changeOf(api, change));
      return { changes, next, more: page.nextPageToken !== undefined };
    },

    async watch(driveId, cursor, { id, token, address, expiresAt }, signal) {
      const query = { ...scopeOf(driveId), pageToken: cursor, fields: 'resourceId,expiration' };
      // Without an expiration the channel would end after an hour.
      const body = { id, type: 'web_hook', address, token, expiration: String(expiresAt.getTime()) };
      const answer = await api.post('changes/watch', body, { query, goesOn: true, signal });
      const { resourceId, expiration } = parsedAnswer(Channel, answer);
      const until = Math.min(Number(expiration), expiresAt.getTime());
      if (until < Date.now() + SHORTEST_LIFE) {
        throw new DriveFailure('unavailable', { detail: 'Google opens a channel that ends at once.' });
      }
      return { resourceId, expiresAt: new Date(until) };
    },

    async stop({ id, resourceId }, signal) {
      try {
        await api.post('channels/stop', { id, resourceId }, { signal });
      } catch (error) {
        // The channel has already ended.
        if (!(error instanceof DriveFailure && error.outcome === 'not_found')) throw error;
      }
    },
  };
}

function changeOf(api: GoogleApi, change: z.infer<typeof Change>): DriveChange[] {
  if (!('fileId' in change)) return [];
  return [
    {
      id: change.fileId,
      item: 'file' in change ? itemOf(rememberResourceKeys(api, change.file), change.time) : undefined,
    },
  ];
}
