import { FieldError, Problem as ProblemBody } from '@training/shared/errors';
import { SectionLock } from '@training/shared/modules';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { type HttpProblem, UNREACHABLE, problemOfHttp } from './http-error.ts';

/** What went wrong, in words that may be shown. */
export interface Problem extends HttpProblem {
  /** On 423: what is locked, since when and by whom. */
  lock?: SectionLock | undefined;
}

/** `data` of a tRPC error. */
const TrpcData = z.object({
  httpStatus: z.int(),
  app_code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  errors: z.array(FieldError).optional(),
  lock: SectionLock.optional(),
});

/** What a call has of an answer that came from before its procedure, as for a body that is too large. */
const TrpcMeta = z.object({ responseJSON: ProblemBody });

/** Every error that a query, a mutation or a call of lib/auth.ts throws, as one shape. */
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
 * Whether a query for one thing has none because its address names none: an unknown id, or no id at all. What was found
 * before stays on its page, with what somebody may have typed into it.
 */
export function isMissing({ data, error }: { data: unknown; error: unknown }): boolean {
  if (data !== undefined || error === null) return false;
  const { status, code } = problemOf(error);
  return status === 404 || code === 'invalid_request';
}
