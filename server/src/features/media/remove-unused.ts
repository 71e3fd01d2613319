import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { processEachAndThrowFirstFailure } from '../../core/process-each-alone.ts';
import { ORM_FILTERS_FOR_BACKGROUND_WORK, runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { MediaEntity, MediaPieceEntity } from './media.entity.ts';
import { REFERENCED_MEDIA_DIGESTS_SQL } from './referenced-media.ts';
import { discardPiece } from './upload-piece.ts';

const WITH_OLD = defineStatement({
  name: 'workspaces-with-old-media',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.string() }),
  sql: `
select distinct workspace_id::text as "workspaceId" from media m
where created_at < now() - interval '7 days' and ${runsBackgroundWorkSql('m.workspace_id')}`,
});

const LOCK_OLD = defineStatement({
  name: 'lock-old-media',
  scope: 'tenant',
  row: z.strictObject({ digest: z.string() }),
  sql: `
select digest from media where workspace_id = :workspaceId and created_at < now() - interval '7 days'
order by digest for update`,
});

/** Run after the locks, so that it sees what was saved while they were waited for. */
const UNUSED = defineStatement({
  name: 'unused-media',
  scope: 'tenant',
  row: z.strictObject({ digest: z.string() }),
  sql: `
select unnest(:digests::text[]) as digest except (${REFERENCED_MEDIA_DIGESTS_SQL})`,
});

const OLD_PIECES = defineStatement({
  name: 'old-media-pieces',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.string(), id: z.string() }),
  sql: `
select workspace_id::text as "workspaceId", id::text from media_pieces p
where digest is null and created_at < now() - interval '1 day' and ${runsBackgroundWorkSql('p.workspace_id')}
order by created_at limit 500`,
});

/** Removes media that nothing has named for a week, and pieces of no file after a day (rules/media 8). */
export async function removeUnusedMedia(
  { db, storage }: Pick<TaskServices, 'db' | 'storage'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  await processEachAndThrowFirstFailure(
    await WITH_OLD.all(db.pool),
    async ({ workspaceId }) => {
      await db.em.fork().transactional(async (em) => {
        const old = await LOCK_OLD.all(em, { workspaceId });
        const unused = await UNUSED.all(em, { workspaceId, digests: old.map(({ digest }) => digest) });
        const these = { workspaceId, digest: { $in: unused.map(({ digest }) => digest) } };
        await em.nativeUpdate(
          MediaPieceEntity,
          these,
          { digest: null, n: null },
          { filters: ORM_FILTERS_FOR_BACKGROUND_WORK },
        );
        await em.nativeDelete(MediaEntity, these, { filters: ORM_FILTERS_FOR_BACKGROUND_WORK });
      });
    },
    isStopping,
  );
  await storage.tidy();
  for (let pieces = await OLD_PIECES.all(db.pool); pieces.length > 0 && !isStopping();) {
    for (const piece of pieces) await discardPiece({ db, storage }, piece);
    pieces = await OLD_PIECES.all(db.pool);
  }
}
