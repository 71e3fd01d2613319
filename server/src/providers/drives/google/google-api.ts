import { z } from 'zod';
import { DriveError, type DriveFailureOutcome } from '../drive.ts';
import {
  parseDriveResponse,
  type DriveResponse,
  type DriveFetch,
  type DriveRequest,
  parseDriveResponseJson,
} from '../drive-fetch.ts';
import type { ReportInvalidItems } from '../provider-values.ts';
import type { AccountResourceKeys } from './resource-keys.ts';

const word = z.string().optional().catch(undefined);

/** Each by itself, so that an odd one doesn't hide the others. */
const Reasons = z
  .array(z.object({ reason: word, location: word }).catch({}))
  .optional()
  .catch(undefined);

/** Google reports reasons in two formats: that of its older APIs and that of the newer ones. */
const ErrorAnswer = z.object({ error: z.object({ errors: Reasons, details: Reasons }) });

/** Outcomes by reason, whatever the status: most of them have status 403. */
const OUTCOMES: Partial<Record<string, DriveFailureOutcome>> = {
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
function googleFailure(answer: DriveResponse): DriveError {
  const reason = reasonsOf(answer).find((each) => Object.hasOwn(OUTCOMES, each));
  const outcome = (reason !== undefined && OUTCOMES[reason]) || byStatus(answer.status);
  const detail = (reason !== undefined && DETAILS[reason]) || undefined;
  return new DriveError(outcome, {
    ...(answer.retryAfter !== undefined && { retryAfter: answer.retryAfter }),
    ...(detail && { detail }),
  });
}

/** Returns true if the error concerns push notifications. It says nothing about access, even if its status is 401. */
function isAboutPush(answer: DriveResponse): boolean {
  const mayBe = answer.status === 400 || answer.status === 401 || answer.status === 403;
  return mayBe && reasonsOf(answer).some((reason) => /^(?:push\.|webhook|channel)/.test(reason));
}

/** Returns true if Google doesn't accept the cursor any more. */
function refusesPlace(answer: DriveResponse): boolean {
  if (answer.status === 404 || answer.status === 410) return true;
  return answer.status === 400 && errorsOf(answer).every(({ location = 'pageToken' }) => location === 'pageToken');
}

function errorsOf(answer: DriveResponse): { reason?: string | undefined; location?: string | undefined }[] {
  const said = ErrorAnswer.safeParse(parseDriveResponseJson(answer));
  if (!said.success) return [];
  const { errors = [], details = [] } = said.data.error;
  return [...errors, ...details];
}

function reasonsOf(answer: DriveResponse): string[] {
  return errorsOf(answer).flatMap(({ reason }) => reason ?? []);
}

function byStatus(status: number): DriveFailureOutcome {
  if (status === 401) return 'access_lost';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  return status === 429 ? 'quota' : 'unavailable';
}

export type QueryParameters = Record<string, string | number | boolean | null | undefined>;

/** Source of the account's access tokens. */
type TokenSource = {
  of(signal: AbortSignal | undefined): Promise<string>;
  /** Removes a refused token. */
  forget(token: string): void;
};

type Asked = {
  query?: QueryParameters;
  signal?: AbortSignal | undefined;
  /** Ids of the files concerned, whose resource keys are sent along. */
  about?: readonly string[];
  /** True if the request continues from a cursor: then an unknown cursor is reported as `cursor_refused`. */
  goesOn?: boolean;
};

/** Google Drive API, version 3, for one account. All methods @throws DriveError. */
export class GoogleDriveApiClient {
  readonly #base: string;
  readonly #fetch: DriveFetch;
  readonly #tokens: TokenSource;
  readonly keys: AccountResourceKeys;
  readonly leftOut: ReportInvalidItems;

  constructor(
    base: string,
    driveFetch: DriveFetch,
    tokens: TokenSource,
    keys: AccountResourceKeys,
    leftOut: ReportInvalidItems,
  ) {
    this.#base = base;
    this.#fetch = driveFetch;
    this.#tokens = tokens;
    this.keys = keys;
    this.leftOut = leftOut;
  }

  async get<T>(schema: z.ZodType<T>, path: string, asked: Asked): Promise<T> {
    return parseDriveResponse(schema, await this.answer(path, asked));
  }

  /** Returns the response unparsed. */
  answer(path: string, asked: Asked): Promise<DriveResponse> {
    return this.#ask({ url: this.#url(path, asked.query) }, asked);
  }

  async post(path: string, body: object, asked: Asked): Promise<DriveResponse> {
    const headers = { 'content-type': 'application/json' };
    const url = this.#url(path, asked.query);
    return this.#ask({ url, method: 'POST', headers, body: JSON.stringify(body) }, asked);
  }

  async bytes(path: string, asked: Asked): Promise<Uint8Array> {
    return (await this.#ask({ url: this.#url(path, asked.query), as: 'file' }, asked)).bytes;
  }

  #url(path: string, query: QueryParameters = {}): URL {
    const url = new URL(`${this.#base}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  async #ask(asked: DriveRequest, { signal, goesOn = false, about = [] }: Asked): Promise<DriveResponse> {
    const request = { ...asked, headers: { ...asked.headers, ...(await this.keys.header(about)) } };
    let answer = await this.#askOnce({ ...request, signal });
    // A token may be revoked before it expires. If a new one is refused, too, access is lost.
    if (answer.status === 401 && !isAboutPush(answer)) answer = await this.#askOnce({ ...request, signal });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (isAboutPush(answer)) {
      throw new DriveError('forbidden', { detail: 'Google does not send notifications to this address.' });
    }
    throw goesOn && refusesPlace(answer) ? new DriveError('cursor_refused') : googleFailure(answer);
  }

  async #askOnce(request: DriveRequest): Promise<DriveResponse> {
    const token = await this.#tokens.of(request.signal);
    const answer = await this.#fetch({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    if (answer.status === 401 && !isAboutPush(answer)) this.#tokens.forget(token);
    return answer;
  }
}

/** Returns the path of an item, with its id escaped. */
export function googleItemPath(collection: 'files', id: string, action = ''): string {
  return `${collection}/${encodeURIComponent(id)}${action}`;
}
