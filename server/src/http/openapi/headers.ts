import type { OpenAPIObject } from 'trpc-to-openapi';

type Components = NonNullable<OpenAPIObject['components']>;

/** Response headers, by the name under which responses refer to them. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in the server’s log; every problem repeats it as `request_id`.',
    schema: { type: 'string' },
    example: 'req_0199c0de7a1b7c3d8e5fa1b2c3d4e5f6',
  },
  RateLimit: {
    description: 'How many requests are left in the window (`r`) and when the next one begins, in seconds (`t`).',
    schema: { type: 'string' },
    example: '"reads";r=599;t=42',
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) a token may make in a window of `w` seconds. Absent where limits are off.',
    schema: { type: 'string' },
    example: '"reads";q=600;w=60',
  },
  'Retry-After': {
    description: 'After how many seconds to try again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750), and on 403 the scope that it lacks.',
    schema: { type: 'string' },
    example: 'Bearer realm="api", error="insufficient_scope", scope="users:write"',
  },
  'Idempotent-Replayed': {
    description: '`true` when the answer is the one that the first request of this `Idempotency-Key` got.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: {
    description: 'Names this state of the catalog; send it back as `If-None-Match`.',
    schema: { type: 'string' },
    example: '"42"',
  },
} satisfies Components['headers'];

/** Request headers, apart from `Authorization`. */
export const REQUEST_HEADER_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repetition harmless: for 24 hours the same key with the same request gets the first answer again. ' +
      'Give every request a key of its own, such as a UUID or `sync-2026-03-01-row-17`.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\u0021-\\u007e]+$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the state that you hold: the answer is 304, without a body, while it is the newest.',
    schema: { type: 'string' },
  },
} satisfies Components['parameters'];

export type ResponseHeaderName = keyof typeof RESPONSE_HEADERS;

/** Returns references to the response headers with these names. */
export function refsOfResponseHeaders(...names: ResponseHeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
