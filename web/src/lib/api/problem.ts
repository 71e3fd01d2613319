import type { SectionLock } from '@training/shared/courses/courses';
import { TRPCClientError } from '@trpc/client';
import { numberOf, textOf, valueOf } from '../json.ts';
import { type HttpProblem, UNREACHABLE, fieldErrorsOf, problemOfHttp } from './http-error.ts';

/** An error with a displayable message. */
export interface Problem extends HttpProblem {
  /** Details of a 423: the locked section, since when and by whom. */
  lock?: SectionLock | undefined;
}

/** Converts any error of a query, a mutation or a call of lib/auth.ts into one format. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof TRPCClientError)) return problemOfHttp(error);
  const data: unknown = error.data;
  const code = textOf(data, 'app_code');
  const status = numberOf(data, 'httpStatus');
  const detail = textOf(data, 'detail');
  const request_id = textOf(data, 'request_id');
  if (code === undefined || status === undefined || detail === undefined || request_id === undefined)
    return problemOfUnread(error.meta) ?? UNREACHABLE;
  return { code, status, detail, request_id, errors: fieldErrorsOf(data), lock: lockOf(valueOf(data, 'lock')) };
}

/** Returns the problem of a response from before the procedure, for example if the request was too large. */
function problemOfUnread(meta: unknown): Problem | undefined {
  const body = valueOf(meta, 'responseJSON');
  const code = textOf(body, 'code');
  const status = numberOf(body, 'status');
  const detail = textOf(body, 'detail');
  const request_id = textOf(body, 'request_id');
  if (code === undefined || status === undefined || detail === undefined || request_id === undefined) return undefined;
  return { code, status, detail, request_id, errors: fieldErrorsOf(body) };
}

function lockOf(lock: unknown): SectionLock | undefined {
  const section = textOf(lock, 'section');
  const round = numberOf(lock, 'round');
  const since = textOf(lock, 'since');
  if (round === undefined || since === undefined) return undefined;
  return {
    section: section === 'flashcards' || section === 'quiz' ? section : null,
    round,
    since,
    by: textOf(lock, 'by') ?? null,
  };
}

/**
 * Returns true if a query for one thing failed because the URL has an unknown or invalid id. Data found earlier stay on
 * the page, with any text typed there.
 */
export function isMissing({ data, error }: { data: unknown; error: unknown }): boolean {
  if (data !== undefined || error === null) return false;
  const { status, code } = problemOf(error);
  return status === 404 || code === 'invalid_request';
}
