import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { DriveFileToRequestEntity } from '../connection/change-feed.entity.ts';
import { hasFailedLong } from '../connection/request-failures.ts';
import { fetchItems, markUnfetchableItems } from '../ingest/fetch-items.ts';
import { type DriveReadingContext, upsertItemsWithAncestors } from './upsert-items-with-ancestors.ts';

/** Files requested in one lease. Then other drives are next. */
const FILES = 400;

const NEXT = defineStatement({
  name: 'next-drive-files-to-request',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), lastEvent: z.uuid(), addedAt: z.date() }),
  sql: `
select provider_id as id, last_event as "lastEvent", added_at as "addedAt" from drive_files_to_request
where workspace_id = :workspaceId and connection_id = :connectionId order by added_at, provider_id limit ${FILES}`,
});

type Of = { workspaceId: string; connectionId: string };

/** Queues files that an event named. Many events of one file cost one request. */
export async function queueFilesToRequest(
  em: EntityManager,
  of: Of,
  files: readonly string[],
  addedAt: Date,
): Promise<void> {
  if (files.length === 0) return;
  const named = files.map((providerId) => ({ ...of, providerId, lastEvent: newId(), addedAt }));
  await em.upsertMany(DriveFileToRequestEntity, named, { onConflictMergeFields: ['lastEvent'] });
}

/**
 * Requests the queued files. One that an event names meanwhile stays queued. Returns true if there are more.
 * @throws DriveError, LeaseLostError
 */
export async function requestQueuedFiles(reader: DriveReadingContext): Promise<boolean> {
  const { ctx, connection } = reader;
  const of = { workspaceId: ctx.workspace.id, connectionId: connection.id };
  const files = await NEXT.all(ctx.db.pool, of);
  const [first] = files;
  if (!first) return false;
  const reading = { ...reader, isLong: hasFailedLong(first.addedAt) };
  const refs = files.map(({ id }) => ({ id, driveId: null }));
  const { asked, failure } = await fetchItems(reading, refs);
  const answered = new Set(asked.map(({ id }) => id));
  const done = files.flatMap(({ id, lastEvent }) => (answered.has(id) ? [lastEvent] : []));
  const items = asked.flatMap(({ item }) => item ?? []);
  await upsertItemsWithAncestors(reading, items, async (em, inPart) => {
    await markUnfetchableItems(em, reader, asked);
    if (inPart === null) await em.nativeDelete(DriveFileToRequestEntity, { ...of, lastEvent: { $in: done } });
  });
  if (failure !== undefined) throw failure;
  return files.length === FILES;
}
