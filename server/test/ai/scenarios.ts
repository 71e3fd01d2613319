import type { ServerResponse } from 'node:http';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { RawAnswer } from './raw-answer.ts';
import { streamOf } from './streams.ts';

/** Ways in which a key makes its provider behave: the first word of the key, or that of `setScenario`. */
export const SCENARIOS = [
  'good',
  'bad',
  'no-model',
  'no-credit',
  'limited',
  'slow',
  'rubbish',
  'half',
  'html',
  'redirect',
  'broken',
  'refuses',
  'expires',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const anthropic = (status: number, type: string, message: string): RawAnswer => ({
  status,
  body: { type: 'error', error: { type, message }, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' },
});
const openai = (status: number, type: string, code: string | null, message: string): RawAnswer => ({
  status,
  body: { error: { message, type, param: null, code } },
});
const google = (code: number, status: string, message: string, details: unknown[] = []): RawAnswer => ({
  status: code,
  body: { error: { code, message, status, details } },
});
const azure = (status: number, code: string, message: string): RawAnswer => ({
  status,
  body: { error: { code, message } },
});
const deepgram = (status: number, err_code: string, err_msg: string): RawAnswer => ({
  status,
  body: { err_code, err_msg, request_id: '9f3e0f52-4f5d-4f2a-8f3e-2d9b2a6c1f11' },
});

/** The providers' own refusals, each with words that must not get further than the adapter. */
const REFUSALS: Record<'bad' | 'no-model' | 'no-credit' | 'limited', Record<AiProvider, RawAnswer>> = {
  bad: {
    anthropic: anthropic(401, 'authentication_error', 'invalid x-api-key PROVIDER-TEXT'),
    openai: openai(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided: PROVIDER-TEXT.'),
    google: google(400, 'INVALID_ARGUMENT', 'API key not valid. PROVIDER-TEXT', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message: 'PROVIDER-TEXT' },
    ]),
    azure_openai: azure(
      401,
      '401',
      'Access denied due to invalid subscription key or wrong API endpoint. PROVIDER-TEXT',
    ),
    openai_compatible: openai(401, 'auth_error', null, 'Authentication Error, PROVIDER-TEXT'),
    deepgram: deepgram(401, 'INVALID_AUTH', 'Invalid credentials. PROVIDER-TEXT'),
  },
  'no-model': {
    anthropic: anthropic(404, 'not_found_error', 'model: PROVIDER-TEXT'),
    openai: openai(404, 'invalid_request_error', 'model_not_found', 'The model PROVIDER-TEXT does not exist.'),
    google: google(404, 'NOT_FOUND', 'models/PROVIDER-TEXT is not found for API version v1beta.'),
    azure_openai: azure(404, 'DeploymentNotFound', 'The API deployment PROVIDER-TEXT does not exist.'),
    openai_compatible: openai(404, 'not_found_error', null, 'model "PROVIDER-TEXT" not found, try pulling it first'),
    deepgram: deepgram(
      403,
      'INSUFFICIENT_PERMISSIONS',
      'Project does not have access to the requested model. PROVIDER-TEXT',
    ),
  },
  'no-credit': {
    anthropic: anthropic(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. PROVIDER-TEXT',
    ),
    openai: openai(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota. PROVIDER-TEXT'),
    google: google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota. PROVIDER-TEXT', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue: '50' }],
      },
    ]),
    openai_compatible: openai(402, 'payment_required', null, 'This request requires more credits. PROVIDER-TEXT'),
    azure_openai: azure(429, 'insufficient_quota', 'You exceeded your current quota. PROVIDER-TEXT'),
    deepgram: deepgram(402, 'ASR_PAYMENT_REQUIRED', 'Project does not have enough credits. PROVIDER-TEXT'),
  },
  limited: {
    anthropic: anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit. PROVIDER-TEXT'),
    openai: openai(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for requests. PROVIDER-TEXT'),
    google: google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing.', [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel', quotaValue: '15' }],
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' },
    ]),
    openai_compatible: openai(429, 'rate_limit', null, 'Too many requests. PROVIDER-TEXT'),
    azure_openai: azure(429, '429', 'Requests have exceeded the call rate limit. PROVIDER-TEXT'),
    deepgram: deepgram(429, 'TOO_MANY_REQUESTS', 'Too many requests. PROVIDER-TEXT'),
  },
};

/** A model or a content filter that does not want to answer. Deepgram has nothing of the kind. */
const UNWILLING: Record<AiProvider, RawAnswer> = {
  anthropic: streamOf(
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    },
    { type: 'message_delta', delta: { stop_reason: 'refusal', stop_sequence: null }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ),
  openai: streamOf(
    { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'model' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.refusal.delta', item_id: 'msg_1', delta: 'I can’t help with that. PROVIDER-TEXT' },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.completed', response: { usage: { input_tokens: 11, output_tokens: 3 } } },
  ),
  google: streamOf({
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 11, totalTokenCount: 11 },
    modelVersion: 'model',
  }),
  openai_compatible: streamOf(
    { choices: [{ index: 0, delta: { role: 'assistant', refusal: 'I can’t help with that. PROVIDER-TEXT' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 11, completion_tokens: 3 } },
  ),
  azure_openai: {
    status: 400,
    body: {
      error: {
        message: 'The response was filtered. PROVIDER-TEXT',
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    },
  },
  deepgram: deepgram(400, 'Bad Request', 'Bad Request: failed to process audio. PROVIDER-TEXT'),
};

export function send(response: ServerResponse, { status, headers = {}, body }: RawAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Plays a scenario in which the provider does not answer well. `elsewhere` is where the redirect leads. */
export function play(
  scenario: Exclude<Scenario, 'good' | 'expires'>,
  provider: AiProvider,
  response: ServerResponse,
  elsewhere: string,
) {
  switch (scenario) {
    case 'slow':
      return; // never answers; the connection ends when the caller or the stand-in gives up
    case 'rubbish':
      return send(response, { status: 200, body: { hello: 'world', items: [1, 2, 3] } });
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"id":"msg_1","type":"message","content":[{"type":"te');
      setTimeout(() => response.destroy(), 20);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in to the network PROVIDER-TEXT</title>');
      return;
    case 'redirect':
      response.writeHead(307, { location: `${elsewhere}/stolen` });
      response.end();
      return;
    case 'broken':
      return send(response, {
        status: provider === 'anthropic' ? 529 : 500,
        body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded PROVIDER-TEXT' } },
      });
    case 'refuses':
      return send(response, UNWILLING[provider]);
    case 'limited':
      return send(response, { ...REFUSALS.limited[provider], headers: { 'retry-after': '7' } });
    default:
      return send(response, REFUSALS[scenario][provider]);
  }
}
