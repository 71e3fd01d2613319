import { FieldError, Problem as ProblemBody } from '@training/shared/problem';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { type HttpProblem, UNREACHABLE, problemOfHttp } from './http-error.ts';
import { SectionLock } from '@training/shared/courses/courses';

/** An error with a displayable message. */
export interface Problem extends HttpProblem {
  /** Details of a 423: the locked section, since when and by whom. */
  lock?: SectionLock | undefined;
}

/** The `data` of a tRPC error. */
const TrpcData = z.object({
  httpStatus: z.int(),
  app_code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  errors: z.array(FieldError).optional(),
  lock: SectionLock.optional(),
});

/** The body of a response from before the procedure, for example if the request was too large. */
const TrpcMeta = z.object({ responseJSON: ProblemBody });

/** Converts any error of a query, a mutation or a call of lib/auth.ts into one format. */
export function problemOf(error: unknown): Problem {
  if (error instanceof TRPCClientError) {
    const data = TrpcData.safeParse(error.data);
    if (!data.success) return problemOfUnread(error.meta) ?? UNREACHABLE;
    const { httpStatus, app_code, detail, request_id, errors, lock } = data.data;
    return { code: app_code, status: httpStatus, detail, request_id, errors: errors ?? [], lock };
  }
  return problemOfHttp(error);
}

function problemOfUnread(meta: unknown): Problem | undefined {
  const { data } = TrpcMeta.safeParse(meta);
  if (data === undefined) return undefined;
  const { code, status, detail, request_id, errors } = data.responseJSON;
  return { code, status, detail, request_id, errors: errors ?? [] };
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
