import type { SectionLock } from '@training/shared/courses/courses';
import { TRPCClientError } from '@trpc/client';
import { readFieldNumber, readFieldText, readFieldValue } from '../json.ts';
import { formatTimeToTheSecond } from '../i18n/dates.ts';
import { type HttpProblem, UNREACHABLE_PROBLEM, fieldErrorsOf, httpProblemOfError } from './http-error.ts';
import { retryAfterSecondsOf, translateFieldError, refusalInWords } from './refusal-words.ts';

/** An error with a displayable message. */
export interface DisplayableProblem extends HttpProblem {
  /** Details of a 423: the locked section, since when and by whom. */
  lock?: SectionLock | undefined;
}

/** Converts any error of a query, a mutation or a call of lib/auth.ts into one format. */
export function toDisplayableProblem(error: unknown): DisplayableProblem {
  if (!(error instanceof TRPCClientError)) return httpProblemOfError(error);
  const { data, meta }: { data: unknown; meta?: unknown } = error;
  return (
    problemIn(data, { code: 'app_code', status: 'httpStatus' }, meta) ??
    // A response from before the procedure, for example if the request was too large.
    problemIn(readFieldValue(meta, 'responseJSON'), { code: 'code', status: 'status' }, meta) ??
    UNREACHABLE_PROBLEM
  );
}

/** Returns the problem in the data of a tRPC error, or in a body, whose names of code and status differ. */
function problemIn(
  data: unknown,
  names: { code: string; status: string },
  meta: unknown,
): DisplayableProblem | undefined {
  const code = readFieldText(data, names.code);
  const status = readFieldNumber(data, names.status);
  const detail = readFieldText(data, 'detail');
  const request_id = readFieldText(data, 'request_id');
  if (code === undefined || status === undefined || detail === undefined || request_id === undefined) return undefined;
  const errors = fieldErrorsOf(data);
  const lock = lockOf(readFieldValue(data, 'lock'));
  const response = readFieldValue(meta, 'response');
  return {
    code,
    status,
    detail: refusalInWords({
      code,
      detail,
      errors,
      lock: lock && { since: formatTimeToTheSecond(lock.since), by: lock.by },
      seconds: response instanceof Response ? retryAfterSecondsOf(response) : undefined,
    }),
    request_id,
    errors: errors.map((field) => translateFieldError(field)),
    lock,
  };
}

function lockOf(lock: unknown): SectionLock | undefined {
  const section = readFieldText(lock, 'section');
  const round = readFieldNumber(lock, 'round');
  const since = readFieldText(lock, 'since');
  if (round === undefined || since === undefined) return undefined;
  return {
    section: section === 'flashcards' || section === 'quiz' ? section : null,
    round,
    since,
    by: readFieldText(lock, 'by') ?? null,
  };
}

/**
 * Returns true if a query for one thing failed because the URL has an unknown or invalid id. Data found earlier stay on
 * the page, with any text typed there.
 */
export function isQuerySubjectNotFound({ data, error }: { data: unknown; error: unknown }): boolean {
  if (data !== undefined || error === null) return false;
  const { status, code } = toDisplayableProblem(error);
  return status === 404 || code === 'invalid_request';
}
