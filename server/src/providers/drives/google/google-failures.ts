import { z } from 'zod';
import { DriveFailure, type DriveOutcome } from '../drive-failure.ts';
import { parseAnswerJson, type DriveAnswer } from '../drive-fetch.ts';

/** Google says it twice: in the words of its older APIs, and in those of the newer ones. */
const ErrorAnswer = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().optional(), location: z.string().optional() })).optional(),
    details: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** What a reason means, whatever the status: most of them come as 403. */
const OUTCOMES: Partial<Record<string, DriveOutcome>> = {
  rateLimitExceeded: 'quota',
  userRateLimitExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  dailyLimitExceededUnreg: 'quota',
  quotaExceeded: 'quota',
  RATE_LIMIT_EXCEEDED: 'quota',
  downloadQuotaExceeded: 'download_quota',
  // Granted too little, or an administrator has taken it back.
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
  // Nothing that connecting again would mend: the operator's project.
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

/** Whether it is about ringing us, which says nothing about access, though it may come as 401. */
export function isAboutPush(answer: DriveAnswer): boolean {
  const mayBe = answer.status === 400 || answer.status === 401 || answer.status === 403;
  return mayBe && reasonsOf(answer).some((reason) => /^(?:push\.|webhook|channel)/.test(reason));
}

/** Whether it does not know the place any more that it was asked to go on from. */
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
