import { ERRORS } from '@training/shared/errors';
import { REQUIRED } from '@training/shared/messages';
import type { FieldError, Problem } from '@training/shared/problem';
import type { z } from 'zod';
import { AppError, formatFields } from './errors.ts';

/**
 * Describes an error (RFC 9457, rules/api 4). Never includes a stack trace, SQL or a secret: the message of an
 * `AppError` is written for the caller.
 * @param at instance: the path of the request
 */
export function describeProblem(error: AppError, at: { instance: string; requestId: string }): Problem {
  const { status, title } = ERRORS[error.code];
  return {
    type: `/api/docs#${error.code}`,
    title,
    status,
    detail: error.message,
    instance: at.instance,
    code: error.code,
    request_id: at.requestId,
    ...(status === 400 && { errors: error.fields ?? [{ path: '', code: error.code, message: error.message }] }),
  };
}

/** Converts zod issues to a list of fields, each with its path, code and a message that says how to fix it. */
export function invalidRequest(error: z.ZodError): AppError {
  const fields = error.issues.flatMap(fieldErrors);
  return new AppError('invalid_request', formatFields(fields) || 'The request is not valid', { fields });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      code: 'unrecognized_key',
      message: 'There is no such field; leave it out',
    }));
  }
  const code = issue.message === REQUIRED ? 'required' : issue.code;
  return [{ path, code, message: issue.message }];
}
