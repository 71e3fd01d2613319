import { ERRORS_BY_CODE, type ErrorCode } from '@training/shared/errors';
import type { SectionLock } from '@training/shared/courses/courses';
import type { MessageKey } from '@training/shared/i18n/translator';
import type { FieldError, Problem } from '@training/shared/problem';
import { contractMessage } from '@training/shared/messages';
import type { z } from 'zod';

type Unauthenticated = {
  [Code in ErrorCode]: (typeof ERRORS_BY_CODE)[Code]['status'] extends 401 ? Code : never;
}[ErrorCode];

/** Challenge of each 401 (RFC 6750). Defined here so that no 401 can be thrown without one. */
const CHALLENGES: Record<Unauthenticated, string> = {
  token_missing: 'Bearer realm="api"',
  token_invalid: 'Bearer realm="api", error="invalid_token", error_description="The token is not valid"',
  not_signed_in: 'Bearer realm="api"',
  notification_refused: 'Notification realm="drives"',
};

/** Limits on how much of a request an error repeats, because errors are sent and also stored for idempotent replays. */
const MOST_FIELDS = 100;
const LONGEST_PATH = 200;
const LONGEST_DETAIL = 1_000;
/** Number of invalid fields named in the detail; `errors` lists the others. */
const NAMED_FIELDS = 3;
/** Maximum length of a field's path in the detail, so that a long one doesn't hide the others. */
const LONGEST_NAMED = 200;

/** Formats fields as "email: Required; role: Required (and 2 more)"; empty if there are none. */
export function formatFieldErrors(fields: FieldError[]): string {
  const named = fields.slice(0, NAMED_FIELDS).map(({ path, message }) => {
    return `${shortened(path, LONGEST_NAMED) || 'The request'}: ${message}`;
  });
  const rest = fields.length - named.length;
  return named.join('; ') + (rest > 0 ? ` (and ${rest} more)` : '');
}

/** An error whose message is sent to the caller. Other errors are sent as `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Invalid fields for status 400, the first hundred of them. */
  readonly fields: FieldError[] | undefined;
  /** Lock for status 423: the locked section, its time and its owner. */
  readonly lock: SectionLock | undefined;
  /** Response headers, such as `retry-after`. */
  readonly headers: Record<string, string>;

  /** @param detail What went wrong and what to do; sent to the caller. */
  constructor(
    code: ErrorCode,
    detail: string,
    extra: { fields?: FieldError[]; lock?: SectionLock; headers?: Record<string, string> } = {},
  ) {
    super(shortened(detail, LONGEST_DETAIL));
    this.name = 'AppError';
    this.code = code;
    this.fields = extra.fields
      ?.slice(0, MOST_FIELDS)
      .map((field) => ({ ...field, path: shortened(field.path, LONGEST_PATH) }));
    this.lock = extra.lock;
    this.headers = { ...(isUnauthenticated(code) && { 'www-authenticate': CHALLENGES[code] }), ...extra.headers };
  }

  /** True if the error should be logged as a fault. `busy` isn't one, because it is how the server protects itself. */
  get isFault(): boolean {
    return this.status >= 500 && this.code !== 'busy';
  }

  get status(): number {
    return ERRORS_BY_CODE[this.code].status;
  }
}

/** Codes of fields that the console can say in its language. */
export type FieldErrorCode =
  MessageKey<'errors'> extends infer Key ? (Key extends `field.${infer Code}` ? Code : never) : never;

/** Error `invalid_request` for one field. The message may lack its full stop; `detail` says more than it. */
export function invalidFieldError(
  path: string,
  message: string,
  code: FieldErrorCode,
  detail = `${path}: ${message}${/[.!?]$/.test(message) ? '' : '.'}`,
): AppError {
  return new AppError('invalid_request', detail, { fields: [{ path, code, message }] });
}

function isUnauthenticated(code: ErrorCode): code is Unauthenticated {
  return Object.hasOwn(CHALLENGES, code);
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/**
 * Describes an error (RFC 9457, rules/api 4). Never includes a stack trace, SQL or a secret: the message of an
 * `AppError` is written for the caller.
 * @param at instance: the path of the request
 */
export function toProblemDetails(error: AppError, at: { instance: string; requestId: string }): Problem {
  const { status, title } = ERRORS_BY_CODE[error.code];
  return {
    type: `/api/docs#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: at.instance,
    code: error.code,
    request_id: at.requestId,
    ...(status === 400 && { errors: error.fields ?? [{ path: '', code: error.code, message: error.message }] }),
  };
}

/** Converts zod issues to a list of fields, each with its path, code and a message that says how to fix it. */
export function invalidRequestError(error: z.ZodError): AppError {
  const fields = error.issues.flatMap(fieldErrors);
  return new AppError('invalid_request', formatFieldErrors(fields) || 'The request is not valid', { fields });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      code: 'unrecognized_key',
      message: 'There is no such field; leave it out',
    }));
  }
  const code = issue.message === contractMessage('required') ? 'required' : issue.code;
  return [{ path, code, message: issue.message }];
}
