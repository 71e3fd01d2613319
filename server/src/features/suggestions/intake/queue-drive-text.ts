import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { Cause } from '../../events/record-event.ts';
import { areNearDuplicates } from './near-duplicates.ts';
import { enqueueSuggestion, type SuggestionToEnqueue, type Queued } from './enqueue.ts';
import { textHash } from './normalise-text.ts';
import { supersede } from './supersede.ts';

const DISMISSED = defineStatement({
  name: 'dismissed-texts-of-drive-file',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid(), content: z.string() }),
  sql: `
select id, content from suggestions
where workspace_id = :workspaceId and status = 'dismissed' and (drive_file_id = :driveFileId
  or id = (select f.suggestion_id from drive_files f where f.workspace_id = :workspaceId and f.id = :driveFileId))
order by dismissed_at desc limit 4`,
});

const WAITING = defineStatement({
  name: 'waiting-texts-of-drive-file',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from suggestions
where workspace_id = :workspaceId and drive_file_id = :driveFileId and status = 'pending' and id <> :id`,
});

type DriveText = SuggestionToEnqueue & { driveFileId: string };

/**
 * Compares the text of a file with its earlier ones. Returns its hash, and the id of the dismissed suggestion of the
 * same file, or of the one that it shared with another file, that this text nearly repeats (rules/suggestions 13). That
 * isn't searched for if the text is the same as before.
 * @param hashBefore Hash of the file's earlier text; null if there is none.
 */
export async function compareDriveText(
  on: Runner,
  workspaceId: string,
  { driveFileId, content }: Pick<DriveText, 'driveFileId' | 'content'>,
  hashBefore: Buffer | null,
): Promise<{ hash: Buffer; isSame: boolean; dismissed: string | undefined }> {
  const hash = textHash(content);
  if (hashBefore !== null && hash.equals(hashBefore)) return { hash, isSame: true, dismissed: undefined };
  const texts = await DISMISSED.all(on, { workspaceId, driveFileId });
  const dismissed = texts.find((each) => areNearDuplicates(each.content, content))?.id;
  return { hash, isSame: false, dismissed };
}

/**
 * Puts the text of a file into the queue. All pending suggestions of the file, in any department, are superseded,
 * because they have an older text (rules/suggestions 13).
 */
export async function queueDriveText(on: Runner, ctx: Cause, text: DriveText): Promise<Queued> {
  const queued = await enqueueSuggestion(on, ctx, text);
  await supersedeTextsOf(on, ctx, text.driveFileId, queued.id);
  return queued;
}

/** Supersedes all pending suggestions of a file except `by`, which has its newest text. */
export async function supersedeTextsOf(on: Runner, ctx: Cause, driveFileId: string, by: string): Promise<void> {
  const { id: workspaceId } = ctx.workspace;
  const waiting = await WAITING.all(on, { workspaceId, driveFileId, id: by });
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await supersede(on, ctx, ids, by);
}
