import { ERRORS } from '@training/shared/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../core/errors.ts';
import type { Problem } from '@training/shared/problem';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Builds the body of an error (RFC 9457, rules/api 4). It never contains a stack trace, SQL or a secret: the message of
 * an `AppError` is written for the caller.
 */
export function problemOf(error: AppError, request: FastifyRequest): Problem {
  const { status, title } = ERRORS[error.code];
  return {
    type: `/api/docs#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: request.url.split('?', 1)[0] ?? '/',
    code: error.code,
    request_id: request.id,
    ...(status === 400 && { errors: error.fields ?? [{ path: '', code: error.code, message: error.message }] }),
  };
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  const problem = problemOf(error, reply.request);
  return reply
    .code(problem.status)
    .headers({
      ...error.headers,
      'x-request-id': problem.request_id,
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
    })
    .send(JSON.stringify(problem));
}
