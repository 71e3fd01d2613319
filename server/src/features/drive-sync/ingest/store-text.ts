import type { EntityManager } from '@mikro-orm/postgresql';
import type { AiTask } from '@training/shared/ai/ai-features';
import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { DRIVE_KINDS, type DriveKind } from '@training/shared/drives/drives';
import { HttpUrl } from '@training/shared/primitives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { entityManager } from '../../../core/transaction.ts';
import { clip } from '../../ai/features/prompt/answer-text.ts';
import { createAiJob } from '../../ai/jobs/create-ai-job.ts';
import { readAvailability } from '../../provider-keys/read-availability.ts';
import type { Cause } from '../../events/record-event.ts';
import { compareDriveText, queueDriveText, supersedeTextsOf } from '../../suggestions/intake/queue-drive-text.ts';
import { recheckQuotes } from '../../source-drift/quote-checks.ts';
import { driveCause } from '../connection/drive-subject.ts';
import type { ClaimedFile, FileServices } from './claim-file.ts';
import type { FileText } from './read-content.ts';
import { cancelTextScan } from './cancel-text-scan.ts';
import { lockClaimed, completeDriveFile, type LockedFile, type FileResult } from './complete-file.ts';

/** Lines that only one of two texts has, shortened to what the scanner accepts. Null if there is no earlier text. */
function differencesOf(before: string | undefined, after: string): { removed: string; added: string } | null {
  if (before === undefined) return null;
  const [old, present] = [linesOf(before), linesOf(after)];
  const only = (lines: Set<string>, others: Set<string>) =>
    clip([...lines].filter((line) => !others.has(line)).join('\n'), AI_LIMITS.differences);
  return { removed: only(old, present), added: only(present, old) };
}

const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
      .filter(Boolean),
  );

/** Maximum code points of the title of a suggestion or source. */
const LONGEST_TITLE = 300;

/** The cause of suggestions that come from a drive. */
export const causeOf = (workspaceId: string, kind: DriveKind, now: Date): Cause => ({
  ...driveCause(workspaceId, now),
  actor: { kind: 'system', name: DRIVE_KINDS[kind].label },
});

const BEFORE = defineStatement({
  name: 'text-of-drive-file-before',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ content: z.string() }),
  sql: `
select content from suggestions where workspace_id = :workspaceId and drive_file_id = :id
order by created_at desc, id desc limit 1`,
});

const DEPARTMENTS = defineStatement({
  name: 'departments-for-drive-scan',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string() }),
  sql: `
select id, name from departments where workspace_id = :workspaceId order by name limit ${AI_LIMITS.departments}`,
});

/**
 * Handles a text that was read (rules/drives 7). Ignores an unchanged text and one that nearly repeats a dismissed
 * suggestion of the file. Others are scanned by AI, or suggested as they are if there is no provider key.
 * @throws LeaseLost
 */
export async function storeText(services: FileServices, file: ClaimedFile, content: FileText): Promise<void> {
  const { db } = services;
  const { workspace, connection } = file;
  const { text } = content;
  const compared = { driveFileId: file.id, content: text };
  const { hash, isSame, dismissed } = await compareDriveText(db.pool, workspace.id, compared, file.textHash);
  const has = await readAvailability({ ...services, workspace });
  const scan = isSame || dismissed || !has.generation ? undefined : await taskOf(db.pool, file, content);
  await entityManager({ db, workspace }).transactional(async (em) => {
    const now = new Date();
    const cause = causeOf(workspace.id, connection.kind, now);
    const locked = await lockClaimed(em, file);
    const complete = (result: FileResult) =>
      completeDriveFile(em, file, now, { ...result, text: { hash, checksum: content.checksum } });
    await recheckQuotes(em, cause, file, text);
    if (isSame) return complete({ state: locked.jobId ? 'scanning' : 'unchanged', jobId: locked.jobId });
    await cancelTextScan(em, workspace.id, locked.jobId);
    if (dismissed) {
      await supersedeTextsOf(em, cause, file.id, dismissed);
      return complete({ state: 'unchanged', reason: 'dismissed', suggestionId: dismissed });
    }
    if (scan && locked.scannedFor) {
      return complete({ state: 'scanning', jobId: await startScan(em, file, locked, scan, locked.scannedFor, now) });
    }
    const queued = await queueDriveText(em, cause, {
      ...entryOf(file, locked, content),
      title: documentTitle(file, content),
      ...(locked.departmentId && { department_id: locked.departmentId }),
      scan: { by_ai: false, summary: null, changes: null, language: null, passages: [] },
    });
    return complete(resultOfIntake(queued));
  });
}

/** The fields that a suggestion has in any case, scanned or not. */
function entryOf({ id, connection }: ClaimedFile, { url }: LockedFile, { text }: FileText) {
  return { driveFileId: id, content: text, source_name: DRIVE_KINDS[connection.kind].label, ...linkOf(url) };
}

/** The document's link, if it is a valid http(s) URL. */
export function linkOf(url: string | null): { source_url?: string } {
  const link = HttpUrl.safeParse(url);
  return link.success ? { source_url: link.data } : {};
}

/** Returns the result for a file whose text is in the queue. A previously dismissed text stays dismissed. */
export function resultOfIntake({ id, status }: { id: string; status: string }): FileResult {
  return status === 'dismissed'
    ? { state: 'unchanged', reason: 'dismissed', suggestionId: id }
    : { state: 'suggested', suggestionId: id };
}

/** The document's own title, or the file name without its extension. */
function documentTitle({ name }: ClaimedFile, { title }: FileText): string {
  const given = oneLine(title ?? '') || oneLine(name.replace(/\.(docx|pptx|odp|xlsx|pdf|md|markdown|html?|txt)$/i, ''));
  return clip(given || 'Untitled', LONGEST_TITLE);
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();

type Scan = Extract<AiTask, { feature: 'drive_scan' }>;

async function taskOf(on: Runner, file: ClaimedFile, content: FileText): Promise<Scan> {
  const workspaceId = file.workspace.id;
  const before = await BEFORE.first(on, { workspaceId, id: file.id });
  return {
    feature: 'drive_scan',
    input: {
      source: { title: documentTitle(file, content), text: content.text },
      departments: await DEPARTMENTS.all(on, { workspaceId }),
      differences: differencesOf(before?.content, content.text),
    },
  };
}

/** Doesn't ask the model for a department if the folder has one. */
function startScan(
  em: EntityManager,
  { workspace, id }: ClaimedFile,
  { departmentId }: LockedFile,
  { feature, input }: Scan,
  createdBy: string,
  now: Date,
): Promise<string> {
  const task = { feature, input: departmentId ? { ...input, departments: [] } : input };
  const destination = { kind: 'drive_file', id } as const;
  return createAiJob(em, { workspaceId: workspace.id, task, createdBy, now, fileId: null, destination });
}
