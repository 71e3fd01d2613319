import type { FieldError } from '@training/shared/problem';
import { toArrayItems, readFieldText, readFieldValue } from '../json.ts';
import { translatorWithoutReactOf } from '../i18n/catalogues.ts';
import { retryAfterSecondsOf, type FieldErrorInWords, translateFieldError, refusalInWords } from './refusal-words.ts';

const t = translatorWithoutReactOf('frame');

/** An error with a displayable message; a `Problem` without a lock (problem.ts). */
export interface HttpProblem {
  /** A code of shared/errors.ts, or `unreachable`, or `unexpected`. */
  code: string;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  detail: string;
  request_id: string | null;
  errors: FieldErrorInWords[];
}

/** A response other than 2xx from a path that isn't tRPC. */
export class HttpError extends Error {
  readonly problem: HttpProblem;
  constructor(problem: HttpProblem) {
    // The problem's text isn't known yet while its catalogue loads.
    super(`${problem.code}, status ${problem.status}`);
    this.problem = problem;
  }
}

export const UNREACHABLE_PROBLEM: HttpProblem = {
  code: 'unreachable',
  status: 0,
  get detail() {
    return t('problem.unreachable');
  },
  request_id: null,
  errors: [],
};

const UNEXPECTED: HttpProblem = {
  code: 'unexpected',
  status: 0,
  get detail() {
    return t('problem.unexpected');
  },
  request_id: null,
  errors: [],
};

/** Returns the problem of an error that isn't from tRPC. The sign-in pages have only these. */
export function httpProblemOfError(error: unknown): HttpProblem {
  return error instanceof HttpError ? error.problem : UNEXPECTED;
}

/** Returns true if the failure may be temporary: no response, or the server is restarting or overloaded. */
export function isTemporaryStatus(status: number): boolean {
  return status === 0 || status >= 502;
}

/**
 * Returns the JSON response.
 * @throws HttpError
 */
export async function fetchJson(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch(() => {
    throw new HttpError(UNREACHABLE_PROBLEM);
  });
  if (!response.ok) throw new HttpError(await problemOfResponse(response));
  return response.json();
}

/** Returns the problem of a response other than 2xx, which is problem+json unless a proxy has answered. */
async function problemOfResponse(response: Response): Promise<HttpProblem> {
  const body: unknown = await response.json().catch(() => ({}));
  const { status } = response;
  const code = readFieldText(body, 'code') ?? 'unexpected';
  const errors = fieldErrorsOf(body);
  return {
    code,
    status,
    get detail() {
      const detail = readFieldText(body, 'detail');
      if (detail === undefined) return t('problem.status', { status: String(status) });
      return refusalInWords({ code, detail, errors, seconds: retryAfterSecondsOf(response) });
    },
    request_id: readFieldText(body, 'request_id') ?? response.headers.get('x-request-id'),
    errors: errors.map((field) => translateFieldError(field)),
  };
}

/** Returns the `errors` of a problem+json body, or of the data of a tRPC error. */
export function fieldErrorsOf(body: unknown): FieldError[] {
  return toArrayItems(readFieldValue(body, 'errors')).flatMap(fieldErrorOf);
}

function fieldErrorOf(item: unknown): FieldError[] {
  const [path, code, message] = [
    readFieldText(item, 'path'),
    readFieldText(item, 'code'),
    readFieldText(item, 'message'),
  ];
  return path === undefined || code === undefined || message === undefined ? [] : [{ path, code, message }];
}
