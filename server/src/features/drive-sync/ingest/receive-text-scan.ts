import type { EntityManager } from '@mikro-orm/postgresql';
import { ScanDocument, ScannedDocument } from '@training/shared/ai/ai-features';
import { DRIVE_KINDS, DriveKind } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { Delivery, JobFailure, JobResultHandler } from '../../ai/runner/job-result-handler.ts';
import { queueDriveText } from '../../suggestions/intake/queue-drive-text.ts';
import { drivesTopic } from '../connection/drive-subject.ts';
import { DRIVE_FILES_DUE } from './claim-file.ts';
import { UNREAD_STATES } from './scope-sql.ts';
import { shortReason, type FileResult } from './complete-file.ts';
import { DriveFileEntity } from './drive-file.entity.ts';
import { causeOf, linkOf, resultOfIntake } from './store-text.ts';

const LOCK_SCANNED = defineStatement({
  name: 'lock-scanned-drive-file',
  scope: 'tenant',
  row: z.strictObject({
    kind: DriveKind,
    url: z.string().nullable(),
    departmentId: z.uuid().nullable(),
    isWanted: z.boolean(),
    isAwaited: z.boolean(),
    isDue: z.boolean(),
  }),
  sql: `
select c.kind, f.url, d.department_id as "departmentId",
  f.state not in ${UNREAD_STATES} and c.state <> 'disconnected' as "isWanted",
  f.state in ('scanning', 'waiting_for_key') as "isAwaited", f.due_at is not null as "isDue"
from drive_files f
join drive_connections c on c.workspace_id = :workspaceId and c.id = f.connection_id
left join drive_folders d on d.workspace_id = :workspaceId and d.id = f.folder_id
where f.workspace_id = :workspaceId and f.id = :id and f.job_id = :jobId
for no key update of f`,
});

const FIND_DEPARTMENT = defineStatement({
  name: 'department-of-drive-scan',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from departments where workspace_id = :workspaceId and id = :id for key share`,
});

/** Milliseconds before a file is retried after the budget was exhausted. */
const BUDGET_AGAIN = 86_400_000;

type Job = Pick<Delivery, 'id' | 'workspace' | 'destination'>;

/** Handles the results of AI jobs for files of drives (rules/drives 7). */
export const SCAN_RESULTS: JobResultHandler = {
  async deliver(em, _db, delivery) {
    const now = new Date();
    const file = await lockScannedFile(em, delivery);
    // A newer text has been read since, or the file no longer exists.
    if (!file) return;
    if (!file.isWanted) return recordResult(em, delivery, file, now, { state: 'discovered' });
    const { source } = ScanDocument.parse(delivery.input);
    const scanned = ScannedDocument.parse(JSON.parse(delivery.result));
    if (!scanned.relevant) return recordResult(em, delivery, file, now, { state: 'not_relevant' });
    const { title, summary, changes, language, passages } = scanned;
    const workspaceId = delivery.workspace.id;
    const department = await departmentOf(em, workspaceId, file.departmentId ?? scanned.department_id);
    const queued = await queueDriveText(em, causeOf(workspaceId, file.kind, now), {
      driveFileId: delivery.destination.id,
      content: source.text,
      title: title.replaceAll(/\s+/gu, ' '),
      source_name: DRIVE_KINDS[file.kind].label,
      ...linkOf(file.url),
      ...(department && { department_id: department }),
      scan: { by_ai: true, summary: summary || null, changes, language, passages },
    });
    await recordResult(em, delivery, file, now, resultOfIntake(queued));
  },
  async fail(em, _db, failure) {
    const file = await lockScannedFile(em, failure);
    if (!file) return;
    const now = new Date();
    const retryAt = failure.code === 'ai_budget_exhausted' ? new Date(now.getTime() + BUDGET_AGAIN) : null;
    await recordResult(em, failure, file, now, { state: 'failed', reason: failure.detail }, retryAt);
  },
};

/** The row of the file, unless the job is not the one that it waits for. */
function lockScannedFile(on: Runner, { workspace, destination, id }: Delivery | JobFailure) {
  return LOCK_SCANNED.first(on, { workspaceId: workspace.id, id: destination.id, jobId: id });
}

type ScannedFile = NonNullable<Awaited<ReturnType<typeof lockScannedFile>>>;

/** Returns undefined if the department was deleted in the meantime. */
async function departmentOf(on: Runner, workspaceId: string, id: string | null): Promise<string | undefined> {
  return id === null ? undefined : (await FIND_DEPARTMENT.first(on, { workspaceId, id }))?.id;
}

/**
 * Doesn't change the state of a file that is being fetched again. The earlier text is queued as a suggestion anyway.
 */
async function recordResult(
  em: EntityManager,
  { workspace, destination }: Job,
  { isAwaited, isDue }: ScannedFile,
  now: Date,
  { state, reason = null, suggestionId }: FileResult,
  retryAt: Date | null = null,
): Promise<void> {
  const workspaceId = workspace.id;
  // A text without a result counts as new when it is read again.
  const isDone = state !== 'failed' && state !== 'discovered';
  await em.nativeUpdate(
    DriveFileEntity,
    { workspaceId, id: destination.id },
    {
      jobId: null,
      ...(suggestionId !== undefined && { suggestionId }),
      ...(isAwaited && { state, reason: shortReason(reason), stateAt: now }),
      ...(!isDone && { textHash: null }),
      ...(!isDue && { dueAt: retryAt }),
    },
  );
  await publish(em, drivesTopic(workspaceId));
  // There is a free slot for another text to be scanned.
  await publish(em, DRIVE_FILES_DUE);
}
