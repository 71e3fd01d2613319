import { z } from 'zod';
import { DriveFailure, type DriveOutcome } from '../drive-failure.ts';
import { parseAnswerJson, type DriveAnswer } from '../drive-fetch.ts';

const word = z.string().optional().catch(undefined);

/** Each by itself, so that an odd one doesn't hide the others. */
const Reasons = z
  .array(z.object({ reason: word, location: word }).catch({}))
  .optional()
  .catch(undefined);

/** Google reports reasons in two formats: that of its older APIs and that of the newer ones. */
const ErrorAnswer = z.object({ error: z.object({ errors: Reasons, details: Reasons }) });

/** Outcomes by reason, whatever the status: most of them have status 403. */
const OUTCOMES: Partial<Record<string, DriveOutcome>> = {
  rateLimitExceeded: 'quota',
  userRateLimitExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  dailyLimitExceededUnreg: 'quota',
  quotaExceeded: 'quota',
  RATE_LIMIT_EXCEEDED: 'quota',
  downloadQuotaExceeded: 'download_quota',
  // Too little was granted, or an administrator has revoked it.
  insufficientPermissions: 'access_lost',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'access_lost',
  domainPolicy: 'access_lost',
  insufficientFilePermissions: 'forbidden',
  appNotAuthorizedToFile: 'forbidden',
  cannotDownloadFile: 'export_forbidden',
  cannotExportFile: 'export_forbidden',
  cannotDownload: 'export_forbidden',
  cannotDownloadAbusiveFile: 'export_forbidden',
  exportSizeLimitExceeded: 'too_large',
  fileNotDownloadable: 'unsupported',
  fileNotExportable: 'unsupported',
  // A problem of the operator's project, which connecting again wouldn't solve.
  accessNotConfigured: 'unavailable',
  SERVICE_DISABLED: 'unavailable',
};

const DETAILS: Partial<Record<string, string>> = {
  accessNotConfigured: 'The Google Drive API is not enabled in the project of the operator’s client. Enable it there.',
};

/** Why Google did not do what it was asked. Its own words are left out: only its reasons that are known here count. */
export function googleFailure(answer: DriveAnswer): DriveFailure {
  const reason = reasonsOf(answer).find((each) => Object.hasOwn(OUTCOMES, each));
  const outcome = (reason !== undefined && OUTCOMES[reason]) || byStatus(answer.status);
  const detail = (reason !== undefined && DETAILS[reason]) || undefined;
  return new DriveFailure(outcome, {
    ...(answer.retryAfter !== undefined && { retryAfter: answer.retryAfter }),
    ...(detail && { detail }),
  });
}

/** Returns true if the error concerns push notifications. It says nothing about access, even if its status is 401. */
export function isAboutPush(answer: DriveAnswer): boolean {
  const mayBe = answer.status === 400 || answer.status === 401 || answer.status === 403;
  return mayBe && reasonsOf(answer).some((reason) => /^(?:push\.|webhook|channel)/.test(reason));
}

/** Returns true if Google doesn't accept the cursor any more. */
export function refusesPlace(answer: DriveAnswer): boolean {
  if (answer.status === 404 || answer.status === 410) return true;
  return answer.status === 400 && errorsOf(answer).every(({ location = 'pageToken' }) => location === 'pageToken');
}

function errorsOf(answer: DriveAnswer): { reason?: string | undefined; location?: string | undefined }[] {
  const said = ErrorAnswer.safeParse(parseAnswerJson(answer));
  if (!said.success) return [];
  const { errors = [], details = [] } = said.data.error;
  return [...errors, ...details];
}

function reasonsOf(answer: DriveAnswer): string[] {
  return errorsOf(answer).flatMap(({ reason }) => reason ?? []);
}

function byStatus(status: number): DriveOutcome {
  if (status === 401) return 'access_lost';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  return status === 429 ? 'quota' : 'unavailable';
}
