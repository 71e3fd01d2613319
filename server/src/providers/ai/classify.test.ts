import type { Provider } from '@training/shared/provider-keys/provider-keys';
import { describe, expect, test } from 'vitest';
import { classify, type Classified } from './classify.ts';

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

const CASES: [Provider, number, unknown, Classified][] = [
  ['anthropic', 401, anthropic('authentication_error'), 'invalid_key'],
  ['anthropic', 402, anthropic('billing_error'), 'quota_exhausted'],
  ['anthropic', 403, anthropic('permission_error'), 'no_model_access'],
  [
    'anthropic',
    400,
    anthropic('invalid_request_error', 'You have reached your specified API usage limits.'),
    'quota_exhausted',
  ],
  ['anthropic', 400, anthropic('invalid_request_error', 'prompt is too long'), 'bad_request'],
  ['anthropic', 413, anthropic('request_too_large'), 'bad_request'],
  ['anthropic', 529, anthropic('overloaded_error'), 'unreachable'],
  ['openai', 403, openai('model_not_found'), 'no_model_access'],
  ['openai', 403, openai(null), 'invalid_key'],
  ['openai', 429, openai('billing_not_active', 'billing_not_active'), 'quota_exhausted'],
  ['openai', 429, openai(null, 'insufficient_quota'), 'quota_exhausted'],
  ['openai', 429, openai('rate_limit_exceeded', 'tokens'), 'rate_limited'],
  ['openai', 400, openai('context_length_exceeded'), 'bad_request'],
  ['openai', 400, openai('content_policy_violation'), 'refused'],
  ['openai', 401, { error: 'Missing scopes' }, 'invalid_key'],
  ['google', 400, google(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'invalid_key'],
  ['google', 401, google(401, 'UNAUTHENTICATED'), 'invalid_key'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'CONSUMER_SUSPENDED'), 'invalid_key'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'), 'no_model_access'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'BILLING_DISABLED'), 'quota_exhausted'],
  ['google', 403, google(403, 'PERMISSION_DENIED'), 'invalid_key'],
  ['google', 403, google(403, 'PERMISSION_DENIED', 'API_KEY_IP_ADDRESS_BLOCKED'), 'invalid_key'],
  ['google', 403, google(403, 'FORBIDDEN'), 'invalid_key'],
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
  expect(classify(provider, answer(status, body)).outcome).toBe(outcome);
});

describe('Retry-After', () => {
  const waitOf = (value: string) => classify('openai', answer(429, {}, { 'retry-after': value })).retryAfter;
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
    expect(classify('azure_openai', answer(429, {}, headers)).retryAfter).toBe(3);
    expect(classify('openai', answer(429, {}, { 'retry-after': '9', 'retry-after-ms': 'soon' })).retryAfter).toBe(9);
    expect(classify('openai', answer(429, {}, { 'retry-after-ms': '9'.repeat(12) })).retryAfter).toBe(3_600);
  });

  test('is at most an hour, and nothing where it is no time', () => {
    expect(waitOf('999999')).toBe(3_600);
    expect(waitOf(inSeconds(999_999))).toBe(3_600);
    expect(waitOf('soon')).toBeUndefined();
  });

  test('is taken from Google’s body where there is no header', () => {
    const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '36.5s' }] } };
    expect(classify('google', answer(429, body)).retryAfter).toBe(37);
  });
});

test('a detail is understood beside odd ones', () => {
  const details = [null, { violations: [7, { quotaId: 'RequestsPerDay' }] }, { retryDelay: '36.5s' }];
  const body = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: '…', details } };
  expect(classify('google', answer(429, body))).toMatchObject({ outcome: 'quota_exhausted', retryAfter: 37 });
});
