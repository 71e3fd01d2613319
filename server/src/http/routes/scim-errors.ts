import type { ErrorCode } from '@training/shared/errors';
import type { FastifyReply } from 'fastify';
import { ScimError, type ScimErrorType } from '../../core/scim-error.ts';
import { appErrorOf } from '../problem.ts';

export const SCIM_MEDIA_TYPE = 'application/scim+json; charset=utf-8';

const TYPES = new Map<ErrorCode, ScimErrorType>([
  ['malformed_json', 'invalidSyntax'],
  ['invalid_request', 'invalidValue'],
  ['email_required', 'invalidValue'],
  ['department_required', 'invalidValue'],
  ['department_not_found', 'invalidValue'],
  ['manager_circle', 'invalidValue'],
  ['manager_levels', 'invalidValue'],
  ['user_conflict', 'uniqueness'],
]);

/** Converts any error to that of RFC 7644. */
export function scimErrorOf(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const { status, message, code, headers } = appErrorOf(error);
  const scimType = TYPES.get(code);
  return new ScimError(scimType === 'invalidValue' ? 400 : status, message, { scimType, headers });
}

export function sendScimError(reply: FastifyReply, { status, headers, body }: ScimError): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'content-type': SCIM_MEDIA_TYPE, 'cache-control': 'no-store' })
    .send(JSON.stringify(body));
}
