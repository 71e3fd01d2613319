import { ERRORS_BY_CODE, type ErrorCode } from '@training/shared/errors';
import type { RestOperation } from '../rest/operations.ts';
import { refsOfResponseHeaders, type ResponseHeaderName } from './headers.ts';
import type { FieldError, Problem } from '@training/shared/problem';

/** Errors that every operation can return. */
const ALWAYS: ErrorCode[] = [
  'invalid_request',
  'token_missing',
  'token_invalid',
  'insufficient_scope',
  'workspace_moved',
  'rate_limited',
  'internal_error',
  'busy',
  'unavailable',
];

/** Additional errors of operations with a body, with JSON, and with an `Idempotency-Key`. */
const WITH_BODY: ErrorCode[] = ['request_timeout', 'unsupported_media_type'];
const WITH_JSON: ErrorCode[] = ['malformed_json', 'body_too_large'];
const WITH_KEY: ErrorCode[] = ['idempotency_key_in_progress', 'idempotency_key_reused'];

/** Example details for each error code, in the server's own wording. */
const DETAILS: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'The body isn’t JSON: it breaks off at character 17.',
  email_required: 'This workspace identifies people by their e-mail address.',
  department_required: 'Give the trainer a department_id, or another role.',
  token_missing: 'Send an API token: Authorization: Bearer wtp_….',
  token_invalid: 'The API token is mistyped or was revoked. Create a new one on the settings page.',
  workspace_moved: 'The workspace Acme moved to https://eu.example.org. Send your requests there.',
  role_not_assignable:
    'This workspace doesn’t let API tokens create or change super admins. Do it in the console, under People.',
  user_not_found: 'There is no user ana.souza@example.com to deactivate. Nothing was created.',
  department_not_found: 'There is no department 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6 in this workspace.',
  manager_not_found:
    'There is no user boss@example.com to be the manager. Create them first, or correct the e-mail address.',
  manager_inactive: 'Ben Okafor is inactive and can’t be a manager. Reactivate them, or name another manager.',
  manager_circle: 'Ana Souza is among the managers of Ben Okafor. Give Ben Okafor another manager first.',
  course_not_found: 'There is no course 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6 in this workspace.',
  module_not_found: 'There is no module 0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6 in this workspace.',
  user_conflict:
    'The external_id 004711 belongs to Ben Okafor (ben.okafor@example.com, 004711). Correct the e-mail address or the external_id.',
  last_super_admin: 'This is the last active super admin. Make someone else a super admin first.',
  idempotency_key_in_progress: 'Wait for its answer, then repeat the request to get the same answer.',
  body_too_large: 'The body may have at most 1 MiB.',
  unsupported_media_type: 'Send the body as application/json, in UTF-8.',
  idempotency_key_reused: 'Another request has used this key. Give every request its own key.',
  internal_error: 'The error has been logged under the request id.',
  request_timeout: 'The body didn’t arrive in time.',
  busy: 'Someone else is changing the same thing. Try again in a few seconds.',
  unavailable: 'The database can’t be reached. Try again in a moment.',
};

/** Returns an invalid field that fits the operation, for its example of `invalid_request`. */
function wrongField({ method, query, upload }: RestOperation): FieldError | undefined {
  if (upload) return undefined;
  if (method === 'POST')
    return { path: 'source', code: 'unrecognized_key', message: 'There is no such field; leave it out' };
  if ('limit' in query) return { path: 'limit', code: 'too_big', message: 'Too big: expected number to be <=500' };
  return { path: 'limit', code: 'unrecognized_key', message: 'There is no such parameter; this operation takes none' };
}

/** Returns the error codes the operation can return, in the order of the table of all codes. */
export function errorCodesOf(operation: RestOperation): ErrorCode[] {
  const { method, errors, upload, isRepeatable } = operation;
  const ofPost = [...WITH_BODY, ...(upload ? [] : WITH_JSON), ...(isRepeatable ? [] : WITH_KEY)];
  const possible = new Set([...ALWAYS, ...errors, ...(method === 'POST' ? ofPost : [])]);
  return (Object.keys(ERRORS_BY_CODE) as ErrorCode[]).filter((code) => possible.has(code)); // Object.keys widens to string
}

function exampleProblem(code: ErrorCode, operation: RestOperation): Problem {
  const { status, title } = ERRORS_BY_CODE[code];
  const { upload } = operation;
  const field = code === 'invalid_request' ? wrongField(operation) : undefined;
  const file: Partial<Record<ErrorCode, string>> = {
    invalid_request: 'The file is empty.',
    file_too_large: `The file may have at most ${(upload?.most ?? 0) / 1024 / 1024} MiB.`,
    unsupported_media_type: 'Send the file as application/octet-stream.',
  };
  const detail =
    (code === 'body_too_large' && operation.mostBytes
      ? `The body may have at most ${operation.mostBytes / 1024 / 1024} MiB.`
      : ((upload && file[code]) ?? DETAILS[code])) ??
    (field && `${field.path}: ${field.message}`) ??
    (code === 'insufficient_scope'
      ? `The token needs the scope ${operation.permission}. Create one that has it on the settings page.`
      : code === 'rate_limited'
        ? `This token may make ${operation.kind === 'read' ? 600 : 120} ${operation.kind}s a minute. Try again in 42 s.`
        : title);
  return {
    type: `/api/docs#${code}`,
    title,
    status,
    detail,
    instance: `/api/v1${operation.path}`,
    code,
    request_id: 'req_0199c0de7a1b7c3d8e5fa1b2c3d4e5f6',
    ...(field && { errors: [field] }),
    ...(code === 'department_required' && {
      errors: [{ path: 'department_id', code: 'required', message: 'A trainer needs a department' }],
    }),
  };
}

/** Builds the responses of status 400 and above: one per status, with an example per error code. */
export function problemResponsesOf(operation: RestOperation) {
  const codes = errorCodesOf(operation);
  const statuses = [...new Set(codes.map((code) => ERRORS_BY_CODE[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const these = codes.filter((code) => ERRORS_BY_CODE[code].status === status);
      return [
        String(status),
        {
          description: these.map((code) => `\`${code}\`: ${ERRORS_BY_CODE[code].title}.`).join('\n\n'),
          headers: refsOfResponseHeaders(...headersOf(these)),
          content: {
            'application/problem+json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Problem' },
                  { type: 'object' as const, properties: { status: { const: status }, code: { enum: these } } },
                ],
              },
              examples: Object.fromEntries(
                these.map((code) => [
                  code,
                  { summary: ERRORS_BY_CODE[code].title, value: exampleProblem(code, operation) },
                ]),
              ),
            },
          },
        },
      ];
    }),
  );
}

function headersOf(codes: ErrorCode[]): ResponseHeaderName[] {
  const some = (...wanted: ErrorCode[]) => wanted.some((code) => codes.includes(code));
  return [
    'X-Request-Id',
    ...(some('token_missing', 'insufficient_scope') ? (['WWW-Authenticate'] as const) : []),
    ...(some('token_missing') ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(some('rate_limited', 'unavailable', 'busy', 'idempotency_key_in_progress') ? (['Retry-After'] as const) : []),
  ];
}
