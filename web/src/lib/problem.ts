import { FieldError, Problem as ProblemBody } from '@training/shared/errors';
import { SectionLock } from '@training/shared/modules';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';

/** What went wrong, in words that may be shown. */
export interface Problem {
  /** A code of shared/errors.ts, or `unreachable`, or `unexpected`. */
  code: string;
  /** HTTP status; 0 when no answer came. */
  status: number;
  detail: string;
  request_id: string | null;
  errors: FieldError[];
  /** On 423: what is locked, since when and by whom. */
  lock?: SectionLock | undefined;
}

/** `data` of a tRPC error (docs/plan.md). */
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

/** problem+json of our own addresses; better-auth's answers have `code` and `message` only. */
const HttpBody = z.object({
  code: z.string().optional(),
  detail: z.string().optional(),
  message: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(FieldError).optional(),
});

/** An answer other than 2xx from an address that isn't tRPC. */
export class HttpError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export const UNREACHABLE: Problem = {
  code: 'unreachable',
  status: 0,
  detail: 'The server did not answer. Check the connection, then try again.',
  request_id: null,
  errors: [],
};

/** Every error that a query, a mutation or `postJson` throws, as one shape. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HttpError) return error.problem;
  if (error instanceof TRPCClientError) {
    const data = TrpcData.safeParse(error.data);
    if (!data.success) return problemOfUnread(error.meta) ?? UNREACHABLE;
    const { httpStatus, app_code, detail, request_id, errors, lock } = data.data;
    return { code: app_code, status: httpStatus, detail, request_id, errors: errors ?? [], lock };
  }
  return {
    code: 'unexpected',
    status: 0,
    detail: 'The console ran into an error of its own. Reloading the page usually helps.',
    request_id: null,
    errors: [],
  };
}

function problemOfUnread(meta: unknown): Problem | undefined {
  const { data } = TrpcMeta.safeParse(meta);
  if (data === undefined) return undefined;
  const { code, status, detail, request_id, errors } = data.responseJSON;
  return { code, status, detail, request_id, errors: errors ?? [] };
}

/** Whether it may go by itself: no answer came, or the server is restarting or has too much to do. */
export function isPassing(status: number): boolean {
  return status === 0 || status >= 502;
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

/** The problem that a response other than 2xx states. */
export async function problemOfResponse(response: Response): Promise<Problem> {
  const body = HttpBody.safeParse(await response.json().catch(() => ({})));
  const { code, detail, message, request_id, errors } = body.data ?? {};
  return {
    code: code ?? 'unexpected',
    status: response.status,
    detail: detail ?? message ?? `The server answered with status ${response.status}.`,
    request_id: request_id ?? response.headers.get('x-request-id'),
    errors: errors ?? [],
  };
}
