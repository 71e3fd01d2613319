import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { describe, expect, test } from 'vitest';
import { classifyErrorResponse, type HttpFailureOutcome } from './classify-error-response.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers({ 'content-type': 'application/json', ...headers }),
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const google = (code: number, status: string, reason?: string, quotaId?: string) => ({
  error: {
    code,
    status,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [...(reason ? [{ reason }] : []), ...(quotaId ? [{ violations: [{ quotaId }] }] : [])],
  },
});
const openai = (code: string | null, type = 'invalid_request_error') => ({
  error: { message: '…', type, code, param: null },
});
const anthropic = (type: string, message = '…') => ({ type: 'error', error: { type, message } });

const CASES: [AiProvider, number, unknown, HttpFailureOutcome][] = [
  ['anthropic', 401, anthropic('authentication_error'), 'invalid_key'],
  ['anthropic', 402, anthropic('billing_error'), 'quota_exhausted'],
  ['anthropic', 403, anthropic('permission_error'), 'no_model_access'],
  [
    'anthropic',
    400,
    anthropic('invalid_request_error', 'You have reached your specified API usage limits.'),
    'quota_exhausted',
  ],
  ['anthropic', 400, anthropic('invalid_request_error', 'This organization has been disabled.'), 'invalid_key'],
  ['anthropic', 400, anthropic('invalid_request_error', 'prompt is too long'), 'bad_request'],
  ['anthropic', 413, anthropic('request_too_large'), 'bad_request'],
  ['anthropic', 529, anthropic('overloaded_error'), 'unreachable'],
  ['openai', 403, openai('model_not_found'), 'no_model_access'],
  ['openai', 403, openai(null), 'no_model_access'],
  ['openai', 429, openai('billing_not_active', 'billing_not_active'), 'quota_exhausted'],
  ['openai', 429, openai(null, 'insufficient_quota'), 'quota_exhausted'],
  ['openai', 429, openai('rate_limit_exceeded', 'tokens'), 'rate_limited'],
  ['openai', 400, openai('context_length_exceeded'), 'bad_request'],
  ['openai', 400, openai('content_policy_violation'), 'refused'],
  ['google', 400, google(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'invalid_key'],
  ['google', 401, google(401, 'UNAUTHENTICATED'), 'invalid_key'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'CONSUMER_SUSPENDED'), 'invalid_key'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'no_model_access'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'BILLING_DISABLED'), 'quota_exhausted'],
  ['google', 403, google(403, 'PERMISSION_DENIED'), 'invalid_key'],
  ['google', 403, google(403, 'FORBIDDEN'), 'invalid_key'],
  // Mistral, LiteLLM and OpenRouter answer 400 where others answer 404.
  [
    'openai_compatible',
    400,
    { object: 'error', message: 'Invalid model: mistral-tiny-9', type: 'invalid_model', param: null, code: '1500' },
    'no_model_access',
  ],
  [
    'openai_compatible',
    400,
    {
      error: {
        message:
          '/chat/completions: Invalid model name passed in model=qwen4. Call `/v1/models` to view available models for your key.',
        type: 'None',
        param: 'None',
        code: '400',
      },
    },
    'no_model_access',
  ],
  [
    'openai_compatible',
    400,
    { error: { message: 'qwen/qwen4 is not a valid model ID', code: 400 } },
    'no_model_access',
  ],
  ['openai_compatible', 400, { error: { message: 'model does not support response_format' } }, 'bad_request'],
  ['google', 403, '', 'invalid_key'],
  [
    'google',
    403,
    {
      error: {
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'Your API key was reported as leaked. Please use another API key.',
      },
    },
    'invalid_key',
  ],
  ['google', 429, google(429, 'RESOURCE_EXHAUSTED', undefined, 'GenerateRequestsPerMinutePerProject'), 'rate_limited'],
  ['google', 429, google(429, 'RESOURCE_EXHAUSTED', undefined, 'GenerateRequestsPerDayPerProject'), 'quota_exhausted'],
  ['google', 429, google(429, 'RESOURCE_EXHAUSTED'), 'rate_limited'],
  ['google', 429, [google(429, 'RESOURCE_EXHAUSTED')], 'rate_limited'],
  ['google', 400, google(400, 'INVALID_ARGUMENT'), 'bad_request'],
  ['azure_openai', 404, { error: { code: 'DeploymentNotFound', message: '…' } }, 'no_model_access'],
  ['azure_openai', 401, { error: { code: 'PermissionDenied', message: '…' } }, 'no_model_access'],
  ['azure_openai', 401, { statusCode: 401, message: 'Unauthorized' }, 'invalid_key'],
  ['azure_openai', 400, { error: { code: 'OperationNotSupported', message: '…' } }, 'no_model_access'],
  [
    'azure_openai',
    400,
    { error: { code: 'BadRequest', message: 'Azure OpenAI Responses API is enabled only for later versions' } },
    'no_model_access',
  ],
  ['azure_openai', 400, { error: { code: 'content_filter', message: '…' } }, 'refused'],
  ['deepgram', 401, { err_code: 'INVALID_AUTH', err_msg: '…' }, 'invalid_key'],
  [
    'deepgram',
    400,
    { err_code: 'Bad Request', err_msg: 'Bad Request: No such model/language/tier combination' },
    'no_model_access',
  ],
  ['deepgram', 400, { err_code: 'Bad Request', err_msg: 'corrupt or unsupported data' }, 'bad_request'],
  ['openai', 401, '', 'invalid_key'],
  ['openai', 403, '<html><title>Blocked by the firewall</title>', 'unreachable'],
  ['openai', 404, 'null', 'no_model_access'],
  ['openai', 429, '[]', 'rate_limited'],
  ['openai', 429, { error: { code: { nested: true }, details: 'none' } }, 'rate_limited'],
  ['openai', 408, {}, 'unreachable'],
  ['openai', 503, openai('insufficient_quota'), 'unreachable'],
  ['openai', 308, {}, 'unreachable'],
];

// rules/provider-keys 3
test.each(CASES)('%s %i %j is %s', (provider, status, body, outcome) => {
  expect(classifyErrorResponse(provider, answer(status, body)).outcome).toBe(outcome);
});

describe('Retry-After', () => {
  const waitOf = (value: string) =>
    classifyErrorResponse('openai', answer(429, {}, { 'retry-after': value })).retryAfter;
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  test('is taken in seconds', () => {
    expect(waitOf('7')).toBe(7);
    expect(waitOf('0.2')).toBe(1);
    expect(waitOf('0')).toBe(0);
  });

  test('is taken as a date', () => {
    expect(waitOf(inSeconds(90))).toBeGreaterThan(80);
    expect(waitOf(inSeconds(90))).toBeLessThanOrEqual(90);
    expect(waitOf(inSeconds(-90))).toBe(0);
  });

  test('is taken in milliseconds, which are more exact', () => {
    const headers = { 'retry-after': '9', 'retry-after-ms': '2300' };
    expect(classifyErrorResponse('azure_openai', answer(429, {}, headers)).retryAfter).toBe(3);
    expect(
      classifyErrorResponse('openai', answer(429, {}, { 'retry-after': '9', 'retry-after-ms': 'soon' })).retryAfter,
    ).toBe(9);
    expect(classifyErrorResponse('openai', answer(429, {}, { 'retry-after-ms': '9'.repeat(12) })).retryAfter).toBe(
      3_600,
    );
  });

  test('is at most an hour, and nothing where it is no time', () => {
    expect(waitOf('999999')).toBe(3_600);
    expect(waitOf(inSeconds(999_999))).toBe(3_600);
    expect(waitOf('soon')).toBeUndefined();
  });

  test('is taken from Google’s body where there is no header', () => {
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '36.5s' }] } };
    expect(classifyErrorResponse('google', answer(429, body)).retryAfter).toBe(37);
  });
});

const message = (text: string, code: string | null = null) => ({
  error: { message: text, type: 'invalid_request_error', param: null, code },
});
const SCOPES =
  'You have insufficient permissions for this operation. Missing scopes: api.responses.write. Check that you have the correct role in your organization (Reader, Writer, Owner)';
const VNET =
  'A Virtual Network is configured for this resource. Please use the correct endpoint for making requests. Check https://aka.ms/cogsvc-vnet for more details.';

// rules/provider-keys 3
test.each([
  ['azure_openai', 403, message('Access denied due to Virtual Network/Firewall rules.', '403'), 'network'],
  ['azure_openai', 403, message(VNET, '403'), 'network'],
  ['azure_openai', 403, message('Public access is disabled. Please configure private endpoint.', '403'), 'network'],
  ['azure_openai', 403, { code: '403', message: 'Access denied due to Virtual Network/Firewall rules.' }, 'network'],
  ['openai', 401, message('Your IP address is not authorized.', 'ip_not_authorized'), 'network'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED'), 'network'],
  [
    'openai',
    403,
    {
      error: {
        code: 'unsupported_country_region_territory',
        message: 'Country, region, or territory not supported',
        param: null,
        type: 'request_forbidden',
      },
    },
    'country',
  ],
  ['anthropic', 403, anthropic('forbidden', 'Request not allowed'), 'country'],
  [
    'google',
    400,
    { error: { code: 400, status: 'FAILED_PRECONDITION', message: 'User location is not supported for the API use.' } },
    'country',
  ],
  ['openai', 401, message(SCOPES), 'scope'],
  ['openai', 401, { error: SCOPES }, 'scope'],
  ['openai', 401, message('…', 'missing_scope'), 'scope'],
  ['openai', 403, message(SCOPES, 'insufficient_permissions'), 'scope'],
] as const)('%s %i %j is no fault of the key: %s', (provider, status, body, about) => {
  expect(classifyErrorResponse(provider, answer(status, body))).toMatchObject({ outcome: 'no_model_access', about });
});

test('Azure’s content filter is a refusal, whatever code it has', () => {
  const filtered = 'The response was filtered due to the prompt triggering Azure OpenAI’s content management policy.';
  for (const body of [
    { error: { message: '…', code: null, innererror: { code: 'ResponsibleAIPolicyViolation' } } },
    message(filtered),
    message('…', 'content_filter'),
  ]) {
    expect(classifyErrorResponse('azure_openai', answer(400, body)).outcome).toBe('refused');
  }
});

test.each([
  ['anthropic', 413, anthropic('request_too_large')],
  ['azure_openai', 413, '<html><title>413 Request Entity Too Large</title>'],
  ['google', 413, ''],
  ['deepgram', 413, { err_code: 'PAYLOAD_TOO_LARGE', err_msg: '…' }],
  ['openai', 400, openai('context_length_exceeded')],
] as const)('%s %i %j is a request that is too long', (provider, status, body) => {
  expect(classifyErrorResponse(provider, answer(status, body))).toMatchObject({
    outcome: 'bad_request',
    about: 'length',
  });
});

// rules/ai 5
test.each([
  [{ 'x-ratelimit-reset-tokens': '6m0s' }, 360],
  [{ 'x-ratelimit-reset-tokens': '1m30.951s', 'x-ratelimit-reset-requests': '8ms' }, 91],
  [{ 'x-ratelimit-reset-tokens': '17ms' }, 1],
  [{ 'x-ratelimit-reset-tokens': '12' }, 12],
  [{ 'x-ratelimit-reset-tokens': '1d2h' }, 3_600],
  [{ 'x-ratelimit-reset-tokens': '6m0s', 'retry-after': '4' }, 4],
  [
    {
      'x-ratelimit-reset-tokens': '6m0s',
      'x-ratelimit-remaining-tokens': '9000',
      'x-ratelimit-reset-requests': '20s',
      'x-ratelimit-remaining-requests': '0',
    },
    20,
  ],
  [{ 'x-ratelimit-reset-tokens': 'soon' }, undefined],
])('the limits of OpenAI and Azure say how long to wait: %j', (headers, seconds) => {
  expect(classifyErrorResponse('openai', answer(429, openai('rate_limit_exceeded'), headers)).retryAfter).toBe(seconds);
  // A server in trouble has not reached a limit.
  if (!('retry-after' in headers))
    expect(classifyErrorResponse('openai', answer(500, {}, headers)).retryAfter).toBeUndefined();
});

test('a detail is understood beside odd ones', () => {
  const details = [null, { violations: [7, { quotaId: 'RequestsPerDay' }] }, { retryDelay: '36.5s' }];
  const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: '…', details } };
  expect(classifyErrorResponse('google', answer(429, body))).toMatchObject({
    outcome: 'quota_exhausted',
    retryAfter: 37,
  });
});
