import { isDatabaseUnavailableError } from '../../../database/database-unavailable.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { computeBackoffDelay } from '../../../platform/queue/backoff.ts';
import { LeaseLostError, withRenewedLease } from '../../../platform/queue/lease.ts';
import { DriveError } from '../../../providers/drives/drive.ts';
import { MAX_PROVIDER_PAUSE_SECONDS, recordDriveFailure, recordDriveSuccess } from '../connection/drive-outcome.ts';
import { probeForDriveWideFailure, recordDriveRateLimit } from '../connection/request-failures.ts';
import { DriveUnavailableError, openDrive } from '../connection/open-drive.ts';
import { storeTextAndQueueQuoteChecks } from '../../source-drift/quote-checks.ts';
import { cancelDriveScan, INACTIVE_DRIVE_FILE_STATES_SQL } from '../../suggestions/intake/drive-scan.ts';
import { processDriveText } from '../../suggestions/intake/process-drive-text.ts';
import { DRIVE_FILE_QUEUE, FILE_LEASE_SECONDS, type ClaimedFile, type FileServices } from './claim-file.ts';
import { recheckQuotesOfGoneFiles } from './recheck-quotes-of-gone-files.ts';
import { titleOfDocument, readFileContent, type FileText, type UnreadFileState } from './read-content.ts';
import { lockClaimedFile, releaseFile, completeDriveFile } from './complete-file.ts';

/** Seconds before each retry of a file that failed unexpectedly. */
const UNEXPECTED_DELAYS = [30, 60, 120, 240];

/** Maximum number of attempts for a file that fails unexpectedly or whose server dies. */
const MOST_ATTEMPTS = UNEXPECTED_DELAYS.length + 1;

/** Seconds before a file of a drive that failed is retried. The drive is paused in addition. */
const DRIVE_FAILED = 30;

/** Maximum time to handle a file, in milliseconds. */
const AT_MOST = 300_000;

const IS_READ = defineStatement({
  name: 'drive-file-is-read',
  scope: 'tenant',
  sql: `
select 1 from drive_files where workspace_id = :workspaceId and connection_id = :connectionId
  and provider_id = :providerId and not is_folder and folder_id is not null
  and state not in ${INACTIVE_DRIVE_FILE_STATES_SQL}`,
});

/**
 * Fetches and reads a claimed file, then stores or scans its text (rules/drives 6). No transaction is open during
 * requests.
 * @throws only if the database is down; the file is claimed again once the lease ends
 */
export function processFile(services: FileServices, file: ClaimedFile): Promise<void> {
  const { db, log, stopping } = services;
  const renew = () => DRIVE_FILE_QUEUE.renew(db.pool, file);
  const lease = { seconds: FILE_LEASE_SECONDS, renew, log, fields: { file_id: file.id } };
  return withRenewedLease(lease, async (lost) => {
    const signal = AbortSignal.any([stopping, lost, AbortSignal.timeout(AT_MOST)]);
    try {
      if (file.attempts > MOST_ATTEMPTS) await completeUnread(services, file, INTERRUPTED);
      else await fetchAndStore(services, file, signal);
    } catch (error) {
      if (error instanceof LeaseLostError || lost.aborted || stopping.aborted) await releaseFile(db.pool, file);
      else await retryLater(services, file, error);
    }
  });
}

const INTERRUPTED: UnreadFileState = {
  unread: 'failed',
  reason: 'It couldn’t be read after several attempts. The server’s log may say why.',
};

async function fetchAndStore(services: FileServices, file: ClaimedFile, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const { workspace, connection, textHash, textChecksum, reason } = file;
  const opened = await openDrive(services, { workspaceId: workspace.id, id: connection.id });
  try {
    const content = await readFileContent(opened.drive, file, {
      owner: workspace.id,
      signal,
      isKnown: ({ checksum }) =>
        checksum !== null && checksum === textChecksum && textHash !== null && reason !== 'returned',
      isRead: async (providerId) =>
        (await IS_READ.run(db.pool, { workspaceId: workspace.id, connectionId: connection.id, providerId })) > 0,
    });
    await recordDriveSuccess(services, opened.connection);
    if (content === 'known') await completeUnchanged(services, file);
    else if ('unread' in content) await completeUnread(services, file, content);
    else await storeText(services, file, content);
  } catch (error) {
    if (!(error instanceof DriveError) || signal.aborted) throw error;
    const failure = await probeForDriveWideFailure(opened.drive, error, signal);
    signal.throwIfAborted();
    if (failure) {
      await recordDriveFailure(services, opened.connection, failure);
      throw failure;
    }
    if (error.outcome === 'quota' && !(file.attempts > 1 && (await isAlone(db.pool, file)))) {
      await recordDriveRateLimit(services, opened.connection);
      return await releaseLimited(services, file, error);
    }
    await recordDriveSuccess(services, opened.connection);
    const unread = await recordFileFailure(services, file, error);
    return unread && (await completeUnread(services, file, unread));
  }
}

/** Only metadata changed. A running scan continues. */
function completeUnchanged({ db }: FileServices, file: ClaimedFile): Promise<void> {
  return createWorkspaceEntityManager({ db, workspace: file.workspace }).transactional(async (em) => {
    const { jobId } = await lockClaimedFile(em, file);
    await completeDriveFile(em, file, new Date(), { state: jobId ? 'scanning' : 'unchanged', jobId });
  });
}

/** Passes the text on to the suggestions, which decide what becomes of the file (rules/drives 7). */
function storeText({ db, ai }: FileServices, file: ClaimedFile, content: FileText): Promise<void> {
  const { workspace, connection } = file;
  return createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const locked = await lockClaimedFile(em, file);
    const now = new Date();
    await storeTextAndQueueQuoteChecks(em, { workspace, now }, file, content.text);
    const { hash, ...result } = await processDriveText(
      em,
      { db, ai, workspace, now },
      {
        ...locked,
        fileId: file.id,
        kind: connection.kind,
        title: titleOfDocument(file, content),
        text: content.text,
        hashBefore: file.textHash,
      },
    );
    await completeDriveFile(em, file, now, { ...result, text: { hash, checksum: content.checksum } });
  });
}

/** The file can't be read until it changes. Cancels the scan of its earlier text. */
function completeUnread(
  { db }: FileServices,
  file: ClaimedFile,
  { unread, reason, retryAt = null }: UnreadFileState & { retryAt?: Date | null },
): Promise<void> {
  return createWorkspaceEntityManager({ db, workspace: file.workspace }).transactional(async (em) => {
    const { jobId } = await lockClaimedFile(em, file);
    await cancelDriveScan(em, file.workspace.id, jobId);
    const now = new Date();
    if (unread === 'trashed') await recheckQuotesOfGoneFiles(em, { workspaceId: file.workspace.id, now }, [file.id]);
    // Nothing is what it says now, and so nothing of what was taught of it.
    if (reason === 'empty') await storeTextAndQueueQuoteChecks(em, { workspace: file.workspace, now }, file, '');
    await completeDriveFile(em, file, now, { state: unread, reason, retryAt, isForgotten: jobId !== null });
  });
}

async function retryLater(services: FileServices, file: ClaimedFile, error: unknown): Promise<void> {
  const { db, log } = services;
  if (isDatabaseUnavailableError(error)) throw error;
  // The drive must be reconnected or recovers on its own. The file stays due and didn't fail.
  if (error instanceof DriveUnavailableError) return releaseFile(db.pool, file);
  if (error instanceof DriveError) return releaseFile(db.pool, file, { delay: DRIVE_FAILED });
  log.error({ err: error, workspace_id: file.workspace.id, file_id: file.id }, 'Couldn’t read a file of a drive');
  const delay = computeBackoffDelay(UNEXPECTED_DELAYS, file.attempts);
  if (delay !== undefined) return releaseFile(db.pool, file, { delay, counts: true });
  await completeUnread(services, file, INTERRUPTED).catch((failed: unknown) => {
    if (!(failed instanceof LeaseLostError)) throw failed;
  });
}

/** Attempts before a file counts as failed, if the drive answers and other files were read in the meantime. */
const FEW = 3;

/** Seconds before each retry if no other files were read, as more than this file may be failing: 40 minutes in all. */
const REFUSED_DELAYS = [30, 120, 480, 1_920];

/** Milliseconds before a failed file is retried automatically. */
const TOMORROW = 86_400_000;

const OTHERS_READ = defineStatement({
  name: 'other-drive-files-read-since',
  scope: 'tenant',
  sql: `
select 1 from drive_files where workspace_id = :workspaceId and connection_id = :connectionId and id <> :id
  and not is_folder and state in ('scanning', 'suggested', 'not_relevant', 'unchanged', 'waiting_for_key')
  and state_at > :since limit 1`,
});

/** Postpones a file that failed on its own, or returns its final state after too many attempts (rules/drives 6). */
async function recordFileFailure(
  { db }: FileServices,
  file: ClaimedFile,
  { outcome }: DriveError,
): Promise<(UnreadFileState & { retryAt: Date }) | undefined> {
  const { attempts } = file;
  const delay = computeBackoffDelay(REFUSED_DELAYS, attempts);
  if (delay !== undefined && !(attempts >= FEW && (await isAlone(db.pool, file)))) {
    await releaseFile(db.pool, file, { delay, counts: true });
    return undefined;
  }
  const reason = outcome === 'access_lost' ? 'unavailable' : outcome;
  return { unread: 'failed', reason, retryAt: new Date(Date.now() + TOMORROW) };
}

/**
 * Postpones a file that the provider limits, while no other files are read: all of them may be limited. Counts only the
 * first attempt, so that the next one can tell.
 */
function releaseLimited({ db }: FileServices, file: ClaimedFile, { retryAfter = 0 }: DriveError): Promise<void> {
  const asked = Math.min(retryAfter, MAX_PROVIDER_PAUSE_SECONDS);
  const delay = computeBackoffDelay(REFUSED_DELAYS, Math.max(file.attempts - 1, 1), { asked });
  return releaseFile(db.pool, file, { delay, counts: file.attempts === 1 });
}

/** True if other files of the drive were read since the previous attempt, so that only this one fails. */
async function isAlone(pool: FileServices['db']['pool'], file: ClaimedFile): Promise<boolean> {
  const { id, workspace, connection, triedAt: since } = file;
  return (await OTHERS_READ.run(pool, { workspaceId: workspace.id, connectionId: connection.id, id, since })) > 0;
}
