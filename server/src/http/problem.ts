import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../core/errors.ts';
import { describeProblem } from '../core/describe-problem.ts';
import type { Problem } from '@training/shared/problem';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Builds the body of an error that is the answer to a request. */
export function problemOf(error: AppError, request: FastifyRequest): Problem {
  return describeProblem(error, { instance: request.url.split('?', 1)[0] ?? '/', requestId: request.id });
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
