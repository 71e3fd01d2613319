import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScanDocument } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { DRIVE_KIND_LABELS, type DriveKind } from '@training/shared/drives/drives';
import { HttpUrl } from '@training/shared/primitives';
import { z } from 'zod';
import { createSystemContextFields, type Context } from '../../../core/context.ts';
import type { AiServices } from '../../../core/services.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { clipText } from '../../../platform/clip-text.ts';
import { createAiJob } from '../../ai/jobs/create-ai-job.ts';
import type { EventContext } from '../../events/record-event.ts';
import { readAiCapabilitiesWithKey } from '../../provider-keys/read-ai-availability.ts';
import { cancelDriveScan } from './drive-scan.ts';
import { enqueueSuggestion, type SuggestionToEnqueue } from './enqueue.ts';
import { isNearDuplicate } from './near-duplicates.ts';
import { hashNormalizedText } from './normalise-text.ts';
import { supersedeSuggestions } from './supersede.ts';

/** The text of a drive's file. */
type DriveText = {
  fileId: string;
  kind: DriveKind;
  title: string;
  text: string;
  url: string | null;
  /** Department of the picked folder, which comes before the scanner's. */
  departmentId: string | null;
};

type ReadText = DriveText & {
  /** Hash of the file's earlier text; null if there is none. */
  hashBefore: Buffer | null;
  /** The scan of an earlier text. */
  jobId: string | null;
  /** The person in whose name it is scanned; null if there is none. */
  scannedFor: string | null;
};

const DISMISSED = defineStatement({
  name: 'dismissed-texts-of-drive-file',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid(), content: z.string() }),
  sql: `
select id, content from suggestions
where workspace_id = :workspaceId and status = 'dismissed' and (drive_file_id = :fileId
  or id = (select f.suggestion_id from drive_files f where f.workspace_id = :workspaceId and f.id = :fileId))
order by dismissed_at desc limit 4`,
});

/**
 * Handles a text that was read (rules/drives 7), in the transaction that has locked its file. Ignores an unchanged text
 * and one that nearly repeats a dismissed suggestion of the file, or one that it shared with another file
 * (rules/suggestions 13). Others are scanned by AI, or suggested as they are if there is no provider key. Returns the
 * file's state, and the hash of the text.
 */
export async function processDriveText(
  em: EntityManager,
  ctx: Pick<Context, 'db' | 'now'> & { workspace: Context['workspace']; ai: Pick<AiServices, 'settings'> },
  read: ReadText,
) {
  const { workspace, now } = ctx;
  const { fileId, text, hashBefore, jobId, scannedFor } = read;
  const workspaceId = workspace.id;
  const hash = hashNormalizedText(text);
  if (hashBefore?.equals(hash)) return { hash, state: jobId ? ('scanning' as const) : ('unchanged' as const), jobId };
  await cancelDriveScan(em, workspaceId, jobId);
  const texts = await DISMISSED.all(em, { workspaceId, fileId });
  const dismissed = texts.find((each) => isNearDuplicate(each.content, text));
  if (dismissed) {
    await supersedeTextsOf(em, causeOf(workspaceId, read.kind, now), fileId, dismissed.id);
    return { hash, ...resultOf({ id: dismissed.id, status: 'dismissed' }) };
  }
  if (scannedFor && (await readAiCapabilitiesWithKey(ctx, em)).generation) {
    const input = await scanOf(em, workspaceId, read);
    const job = { workspaceId, task: { feature: 'drive_scan' as const, input }, createdBy: scannedFor, now };
    const destination = { kind: 'drive_file' as const, id: fileId };
    return { hash, state: 'scanning' as const, jobId: await createAiJob(em, { ...job, fileId: null, destination }) };
  }
  const unscanned = { by_ai: false, summary: null, changes: null, language: null, passages: [] };
  return { hash, ...(await enqueueDriveTextAsSuggestion(em, workspaceId, read, unscanned, now)) };
}

const BEFORE = defineStatement({
  name: 'text-of-drive-file-before',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ content: z.string() }),
  sql: `
select content from suggestions where workspace_id = :workspaceId and drive_file_id = :fileId
order by created_at desc, id desc limit 1`,
});

const DEPARTMENTS = defineStatement({
  name: 'departments-for-drive-scan',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string() }),
  sql: `
select id, name from departments where workspace_id = :workspaceId order by name limit ${AI_INPUT_LIMITS.departments}`,
});

/** Doesn't ask the model for a department if the folder has one. */
async function scanOf(
  on: StatementRunner,
  workspaceId: string,
  { fileId, title, text, departmentId }: DriveText,
): Promise<ScanDocument> {
  const before = await BEFORE.first(on, { workspaceId, fileId });
  return {
    source: { title, text },
    departments: departmentId ? [] : await DEPARTMENTS.all(on, { workspaceId }),
    differences: before ? differencesOf(before.content, text) : null,
  };
}

/** Lines that only one of two texts has, shortened to what the scanner accepts. */
function differencesOf(before: string, after: string): { removed: string; added: string } {
  const [old, present] = [linesOf(before), linesOf(after)];
  const only = (lines: Set<string>, others: Set<string>) =>
    clipText([...lines].filter((line) => !others.has(line)).join('\n'), AI_INPUT_LIMITS.differences);
  return { removed: only(old, present), added: only(present, old) };
}

const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
      .filter(Boolean),
  );

/**
 * Puts the text of a file into the queue. All pending suggestions of the file, in any department, are superseded,
 * because they have an older text (rules/suggestions 13). Returns the file's state.
 */
export async function enqueueDriveTextAsSuggestion(
  on: StatementRunner,
  workspaceId: string,
  { fileId, kind, title, text, url, departmentId }: DriveText,
  scan: SuggestionToEnqueue['scan'],
  now: Date,
) {
  const cause = causeOf(workspaceId, kind, now);
  const link = HttpUrl.safeParse(url);
  const queued = await enqueueSuggestion(on, cause, {
    driveFileId: fileId,
    content: text,
    title,
    source_name: DRIVE_KIND_LABELS[kind].label,
    ...(link.success && { source_url: link.data }),
    ...(departmentId && { department_id: departmentId }),
    scan,
  });
  await supersedeTextsOf(on, cause, fileId, queued.id);
  return resultOf(queued);
}

/** Returns the state of a file whose text is in the queue. A previously dismissed text stays dismissed. */
const resultOf = ({ id: suggestionId, status }: { id: string; status: string }) =>
  status === 'dismissed'
    ? { state: 'unchanged' as const, reason: 'dismissed', suggestionId }
    : { state: 'suggested' as const, suggestionId };

const causeOf = (workspaceId: string, kind: DriveKind, now: Date): EventContext => ({
  workspace: { id: workspaceId },
  ...createSystemContextFields(DRIVE_KIND_LABELS[kind].label, now),
});

const WAITING = defineStatement({
  name: 'waiting-texts-of-drive-file',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from suggestions
where workspace_id = :workspaceId and drive_file_id = :fileId and status = 'pending' and id <> :by`,
});

/** Supersedes all pending suggestions of a file except `by`, which has its newest text. */
async function supersedeTextsOf(on: StatementRunner, cause: EventContext, fileId: string, by: string): Promise<void> {
  const waiting = await WAITING.all(on, { workspaceId: cause.workspace.id, fileId, by });
  if (waiting.length === 0) return;
  await supersedeSuggestions(
    on,
    cause,
    waiting.map(({ id }) => id),
    by,
  );
}
