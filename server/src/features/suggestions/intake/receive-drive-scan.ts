import { ScanDocument, DocumentScanResult } from '@training/shared/ai/ai-features';
import { DriveKind } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { ResultToDeliver, JobFailure, JobResultHandler } from '../../ai/runner/job-result-handler.ts';
import { recordDriveScanState, INACTIVE_DRIVE_FILE_STATES_SQL } from './drive-scan.ts';
import { enqueueDriveTextAsSuggestion } from './process-drive-text.ts';

const LOCK_SCANNED = defineStatement({
  name: 'lock-scanned-drive-file',
  scope: 'tenant',
  row: z.strictObject({
    kind: DriveKind,
    url: z.string().nullable(),
    departmentId: z.uuid().nullable(),
    isWanted: z.boolean(),
  }),
  sql: `
select c.kind, f.url, d.department_id as "departmentId",
  f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL} and c.state <> 'disconnected' as "isWanted"
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

/** Handles the results of AI jobs for files of drives (rules/drives 7). */
export const DRIVE_SCAN_RESULT_HANDLER: JobResultHandler = {
  async deliver(em, _db, delivery) {
    const scan = scanOf(delivery);
    const file = await LOCK_SCANNED.first(em, scan);
    // A newer text has been read since, or the file no longer exists.
    if (!file) return;
    if (!file.isWanted) return void (await recordDriveScanState(em, scan, { state: 'discovered' }));
    const { source } = ScanDocument.parse(delivery.input);
    const scanned = DocumentScanResult.parse(JSON.parse(delivery.result));
    if (!scanned.relevant) return void (await recordDriveScanState(em, scan, { state: 'not_relevant' }));
    const { title, summary, changes, language, passages } = scanned;
    const text = {
      ...file,
      fileId: scan.id,
      text: source.text,
      title: title.replaceAll(/\s+/gu, ' '),
      departmentId: await departmentOf(em, scan.workspaceId, file.departmentId ?? scanned.department_id),
    };
    const suggested = { by_ai: true, summary: summary || null, changes, language, passages };
    await recordDriveScanState(
      em,
      scan,
      await enqueueDriveTextAsSuggestion(em, scan.workspaceId, text, suggested, new Date()),
    );
  },
  async fail(em, _db, failure) {
    const { code, detail: reason } = failure;
    const retryAt = code === 'ai_budget_exhausted' ? new Date(Date.now() + BUDGET_AGAIN) : null;
    await recordDriveScanState(em, scanOf(failure), { state: 'failed', reason, retryAt });
  },
};

const scanOf = ({ workspace, destination, id: jobId }: ResultToDeliver | JobFailure) => ({
  workspaceId: workspace.id,
  id: destination.id,
  jobId,
});

/** Returns null if the department was deleted in the meantime. */
async function departmentOf(on: StatementRunner, workspaceId: string, id: string | null): Promise<string | null> {
  return (id && (await FIND_DEPARTMENT.first(on, { workspaceId, id }))?.id) ?? null;
}
