import { itemsOf, textOf, valueOf } from '../json.ts';
import type { FieldError } from '@training/shared/problem';

/** An error with a displayable message; a `Problem` without a lock (problem.ts). */
export interface HttpProblem {
  /** A code of shared/errors.ts, or `unreachable`, or `unexpected`. */
  code: string;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  detail: string;
  request_id: string | null;
  errors: FieldError[];
}

/** A response other than 2xx from a path that isn't tRPC. */
export class HttpError extends Error {
  readonly problem: HttpProblem;
  constructor(problem: HttpProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export const UNREACHABLE: HttpProblem = {
  code: 'unreachable',
  status: 0,
  detail: 'The server didn’t answer. Check your connection and try again.',
  request_id: null,
  errors: [],
};

const UNEXPECTED: HttpProblem = {
  code: 'unexpected',
  status: 0,
  detail: 'Something went wrong on this page. Reload it and try again.',
  request_id: null,
  errors: [],
};

/** Returns the problem of an error that isn't from tRPC. The sign-in pages have only these. */
export function problemOfHttp(error: unknown): HttpProblem {
  return error instanceof HttpError ? error.problem : UNEXPECTED;
}

/** Returns true if the failure may be temporary: no response, or the server is restarting or overloaded. */
export function isPassing(status: number): boolean {
  return status === 0 || status >= 502;
}

/**
 * Returns the JSON response.
 * @throws HttpError
 */
export async function fetchJson(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch(() => {
    throw new HttpError(UNREACHABLE);
  });
  if (!response.ok) throw new HttpError(await problemOfResponse(response));
  return response.json();
}

/** Returns the problem of a response other than 2xx, which is problem+json unless a proxy has answered. */
async function problemOfResponse(response: Response): Promise<HttpProblem> {
  const body: unknown = await response.json().catch(() => ({}));
  return {
    code: textOf(body, 'code') ?? 'unexpected',
    status: response.status,
    detail: textOf(body, 'detail') ?? `The server answered with status ${response.status}.`,
    request_id: textOf(body, 'request_id') ?? response.headers.get('x-request-id'),
    errors: fieldErrorsOf(body),
  };
}

/** Returns the `errors` of a problem+json body, or of the data of a tRPC error. */
export function fieldErrorsOf(body: unknown): FieldError[] {
  return itemsOf(valueOf(body, 'errors')).flatMap(fieldErrorOf);
}

function fieldErrorOf(item: unknown): FieldError[] {
  const [path, code, message] = [textOf(item, 'path'), textOf(item, 'code'), textOf(item, 'message')];
  return path === undefined || code === undefined || message === undefined ? [] : [{ path, code, message }];
}
