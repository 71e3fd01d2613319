import { z } from 'zod';
import { DriveError, type DriveFailureOutcome } from '../drive.ts';
import { parseDriveResponseJson, type DriveResponse } from '../drive-fetch.ts';

/** Common part of JSON responses; code 0 means success. */
const Answer = z.object({ code: z.int() });

const OUTCOMES: Record<number, DriveFailureOutcome> = {
  // Rate limits of the gateway and of documents.
  99991400: 'quota',
  // The app's id or secret is wrong, or the app was disabled or removed from the tenant.
  10003: 'access_lost',
  10005: 'access_lost',
  10012: 'access_lost',
  10013: 'access_lost',
  10014: 'access_lost',
  10015: 'access_lost',
  99991543: 'access_lost',
  99991662: 'access_lost',
  99991673: 'access_lost',
  // Invalid tokens; the caller first retries with a new one.
  99991661: 'access_lost',
  99991663: 'access_lost',
  99991664: 'access_lost',
  99991665: 'access_lost',
  99991668: 'access_lost',
  99991671: 'access_lost',
  // The app has no bot or lacks a permission, or the item wasn't shared with it.
  11205: 'forbidden',
  99991672: 'forbidden',
  99991676: 'forbidden',
  99991679: 'forbidden',
  91403: 'forbidden',
  970003: 'forbidden',
  1061004: 'forbidden',
  1061005: 'forbidden',
  1064510: 'forbidden',
  1064511: 'forbidden',
  1770032: 'forbidden',
  // The item was deleted or never existed.
  91402: 'not_found',
  970005: 'not_found',
  1002: 'not_found',
  1061003: 'not_found',
  1061007: 'not_found',
  1770002: 'not_found',
  1770003: 'not_found',
  1770021: 'unsupported',
  970002: 'unsupported',
  1770033: 'too_large',
};

/** Codes that a new token may resolve. */
const TOKEN_REFUSED = new Set([99991661, 99991663, 99991664, 99991665, 99991668, 99991671]);

/** Outcomes for responses without a known code. */
const STATUSES: Record<number, DriveFailureOutcome> = {
  401: 'access_lost',
  403: 'forbidden',
  404: 'not_found',
  429: 'quota',
};

/** Response with its parsed body. */
export type LarkResponse = DriveResponse & { json: unknown; code: number | undefined };

/** Parses the JSON of a response and Lark's code in it. A file that was requested isn't parsed. */
export function parseLarkResponse(answer: DriveResponse): LarkResponse {
  const isFile = answer.status === 200 && !answer.headers.get('content-type')?.includes('json');
  const json = isFile ? undefined : parseDriveResponseJson(answer);
  return { ...answer, json, code: Answer.safeParse(json).data?.code };
}

export function isTokenRefusal({ code }: LarkResponse): boolean {
  return code !== undefined && TOKEN_REFUSED.has(code);
}

/** Returns the failure that an error response reports, without Lark's own text. */
export function driveErrorOfLarkResponse(answer: LarkResponse): DriveError {
  const { code, status } = answer;
  const outcome = (code === undefined ? undefined : OUTCOMES[code]) ?? STATUSES[status] ?? 'unavailable';
  const retryAfter = outcome === 'quota' || outcome === 'unavailable' ? secondsOf(answer) : undefined;
  const detail = `Lark answers ${status}${code === undefined ? '' : ` with code ${code}`}.`;
  return new DriveError(outcome, { detail, ...(retryAfter !== undefined && { retryAfter }) });
}

/**
 * Returns the data of a successful response. @throws DriveError if it isn't successful or doesn't match the schema.
 */
export function parseSuccessfulResponse<T>(schema: z.ZodType<T>, answer: LarkResponse): T {
  if (answer.code !== 0) throw driveErrorOfLarkResponse(answer);
  const parsed = schema.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  throw new DriveError('unavailable', { detail: 'Lark’s answer is not what its API promises.' });
}

/** Returns the seconds to wait. Lark's gateway uses its own header. */
function secondsOf({ headers, retryAfter }: DriveResponse): number | undefined {
  const reset = headers.get('x-ogw-ratelimit-reset') ?? '';
  return /^\d{1,5}$/.test(reset) ? Number(reset) : retryAfter;
}
