import { ERRORS, type ErrorCode, type FieldError } from '@training/shared/errors';
import type { SectionLock } from '@training/shared/modules';

type Unauthenticated = {
  [Code in ErrorCode]: (typeof ERRORS)[Code]['status'] extends 401 ? Code : never;
}[ErrorCode];

/** The challenge of each 401 (RFC 6750). It stands here so that none can be thrown without it, wherever that is. */
const CHALLENGES: Record<Unauthenticated, string> = {
  token_missing: 'Bearer realm="api"',
  token_invalid: 'Bearer realm="api", error="invalid_token", error_description="The token is not valid"',
  not_signed_in: 'Bearer realm="api"',
  notification_refused: 'Notification realm="drives"',
};

/** An error is answered, and kept for repetitions, so it repeats no more of a long request than helps to mend it. */
const MOST_FIELDS = 100;
const LONGEST_PATH = 200;
const LONGEST_DETAIL = 1_000;
/** So many wrong fields the detail names; `errors` has the others. */
const NAMED_FIELDS = 3;
/** One that is long must not hide the others. */
const LONGEST_NAMED = 200;

/** "email: Required; role: Required (and 2 more)"; empty where nothing is wrong. */
export function fieldsInWords(fields: FieldError[]): string {
  const named = fields.slice(0, NAMED_FIELDS).map(({ path, message }) => {
    return `${shortened(path, LONGEST_NAMED) || 'The request'}: ${message}`;
  });
  const rest = fields.length - named.length;
  return named.join('; ') + (rest > 0 ? ` (and ${rest} more)` : '');
}

/** An error that the caller is told about; anything else that is thrown is answered as `internal_error`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** On 400: each thing that is wrong, the first hundred of them. */
  readonly fields: FieldError[] | undefined;
  /** On 423: what is locked, since when and by whom. */
  readonly lock: SectionLock | undefined;
  /** Header fields that go with the answer, such as `retry-after`. */
  readonly headers: Record<string, string>;

  /** @param detail What went wrong this time, and what to do; shown to the caller. */
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

  /** Whether something is wrong that the log should tell: being busy is how the server protects itself. */
  get isFault(): boolean {
    return this.status >= 500 && this.code !== 'busy';
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

function isUnauthenticated(code: ErrorCode): code is Unauthenticated {
  return Object.hasOwn(CHALLENGES, code);
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
