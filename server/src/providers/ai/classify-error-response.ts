import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { parseBoundedJson } from '../../platform/json-values.ts';
import { MAX_RETRY_AFTER_SECONDS, parseRetryAfterSeconds } from '../../platform/retry-after.ts';
import type { AiProviderErrorFields, FailureOutcome } from './failure.ts';

/** Outcome of a failed HTTP call. `bad_request` means that the request is at fault, neither the key nor the model. */
export type HttpFailureOutcome = Exclude<FailureOutcome, 'bad_answer'>;

/**
 * Error details of the five providers, wherever they put them. All fields are optional, because gateways in between
 * send other bodies.
 */
const word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const Inner = z.object({
  type: word,
  code: word,
  status: word,
  message: word,
  param: word,
  // Each by itself, so that an odd one doesn't hide the others.
  innererror: z.object({ code: word }).optional().catch(undefined),
  details: z
    .array(
      z
        .object({
          reason: word,
          retryDelay: word,
          violations: z.array(z.object({ quotaId: word }).catch({})).catch([]),
        })
        .catch({ violations: [] }),
    )
    .catch([]),
});
const ErrorBody = z
  .object({
    error: z
      .union([Inner, z.string().transform((message) => Inner.parse({ message }))])
      .optional()
      .catch(undefined),
    code: word,
    message: word,
    err_code: word,
    err_msg: word,
  })
  .catch({});

type Details = { words: Set<string>; message: string; quotas: string[]; retryDelay: string | undefined };

/** The most values of an error in JSON; one that has more is told by its status. */
const MOST_VALUES = 2_000;

function detailsOf(body: string): Details {
  const json = parseBoundedJson(Buffer.from(body), MOST_VALUES) ?? {};
  // Google answers an array of one where it was asked for a stream, and some gateways always do.
  const { error, ...outer } = ErrorBody.parse(Array.isArray(json) ? json[0] : json);
  const details = error?.details ?? [];
  const words = [
    error?.type,
    error?.code,
    error?.status,
    error?.innererror?.code,
    outer.code,
    outer.err_code,
    ...details.map(({ reason }) => reason),
  ];
  return {
    words: new Set(words.filter((each) => each !== undefined).map((each) => each.toLowerCase())),
    message: error?.message ?? outer.message ?? outer.err_msg ?? '',
    quotas: details.flatMap(({ violations }) => violations.map(({ quotaId }) => quotaId ?? '')),
    retryDelay: details.find(({ retryDelay }) => retryDelay)?.retryDelay,
  };
}

/** The providers' error codes, in lowercase. They are more specific than the status, so they are checked first. */
const WORDS: [Exclude<HttpFailureOutcome, 'unreachable'>, string[]][] = [
  ['quota_exhausted', ['insufficient_quota', 'billing_error', 'billing_not_active', 'billing_hard_limit_reached']],
  ['quota_exhausted', ['asr_payment_required', 'quotaexceeded', 'billing_disabled']],
  ['invalid_key', ['authentication_error', 'invalid_api_key', 'api_key_invalid', 'unauthenticated', 'invalid_auth']],
  ['invalid_key', ['consumer_invalid', 'consumer_suspended']],
  ['no_model_access', ['model_not_found', 'not_found_error', 'permission_error', 'insufficient_permissions']],
  ['no_model_access', ['deploymentnotfound', 'permissiondenied', 'operationnotsupported', 'service_disabled']],
  // Google's code for a key that was leaked, denied or restricted to other addresses. If the project lacks something,
  // there is an additional reason.
  ['invalid_key', ['permission_denied']],
  ['rate_limited', ['rate_limit_exceeded', 'rate_limit_error']],
  ['refused', ['content_filter', 'content_policy_violation', 'invalid_prompt', 'responsibleaipolicyviolation']],
];

/** Reasons why a key isn't accepted for a call that it would otherwise be good for, by code and by message. */
const REASONS: [NonNullable<AiProviderErrorFields['about']>, string[], RegExp][] = [
  ['country', ['unsupported_country_region_territory'], /^request not allowed$|location is not supported/i],
  ['scope', ['missing_scope'], /missing scopes?\b/i],
  [
    'network',
    ['ip_not_authorized', 'api_key_ip_address_blocked'],
    /virtual network|firewall rules|public access is disabled|ip (address )?(is )?not (authorized|allowed)|ip allowlist/i,
  ],
];

/**
 * Errors without a specific code, recognised by a fixed part of their message. Google's 429 always mentions "your plan
 * and billing details", also for a limit per minute, so that phrase means nothing.
 */
const SENTENCES: Partial<Record<AiProvider, [HttpFailureOutcome, RegExp][]>> = {
  anthropic: [
    ['quota_exhausted', /credit balance is too low|reached your specified (workspace )?API usage limits/i],
    ['invalid_key', /organization has been disabled/i],
  ],
  google: [
    ['invalid_key', /reported as leaked/i],
    ['quota_exhausted', /credits are depleted|enable billing/i],
  ],
  azure_openai: [
    ['no_model_access', /responses api is (not|enabled only|only)/i],
    ['refused', /content management policy/i],
  ],
  // LiteLLM, Mistral and OpenRouter answer 400 to a model that they don't have.
  openai_compatible: [['no_model_access', /\binvalid model(?: name passed in model=|: )|is not a valid model id\b/i]],
  deepgram: [['no_model_access', /no such model|access to the requested model/i]],
};

/** Messages of servers without codes about a request that exceeds the model's context window. */
const BEYOND_CONTEXT = /context (length|window|size)|maximum (input )?length|prompt is too long/i;

/** Codes of a request that is too long. */
const TOO_LONG = ['context_length_exceeded', 'request_too_large', 'string_above_max_length'];

/** Google alone answers 403 to a bad key. */
function byStatus(provider: AiProvider, status: number): HttpFailureOutcome {
  if (status === 401 || (status === 403 && provider === 'google')) return 'invalid_key';
  if (status === 403) return 'no_model_access';
  if (status === 402) return 'quota_exhausted';
  if (status === 404) return 'no_model_access';
  if (status === 429) return 'rate_limited';
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) return 'bad_request';
  return 'unreachable';
}

/** Classifies an error response by status and by the provider's codes. No text of the body leaves this function. */
export function classifyErrorResponse(
  provider: AiProvider,
  answer: { status: number; headers: Headers; body: string },
): { outcome: HttpFailureOutcome; retryAfter: number | undefined; about?: AiProviderErrorFields['about'] } {
  const { status, headers, body } = answer;
  const details = detailsOf(body);
  const retryAfter = timeToWait(headers, details.retryDelay, status);
  // Also from a gateway in between, which answers with a page: the same request would be too long again.
  if (status === 413) return { outcome: 'bad_request', retryAfter, about: 'length' };
  // An HTML page comes from a gateway in between, whatever its status.
  const page = /^\s*</.test(body) || /html/i.test(headers.get('content-type') ?? '');
  if (page || status >= 500 || status < 400) return { outcome: 'unreachable', retryAfter };
  // RESOURCE_EXHAUSTED is either a limit per minute, which passes, or one per day, which outlasts the time that jobs
  // wait.
  if (details.quotas.some((quota) => /perday/i.test(quota))) return { outcome: 'quota_exhausted', retryAfter };
  const isRefusal = status === 400 || status === 401 || status === 403;
  const reason = isRefusal
    ? REASONS.find(
        ([, words, said]) => words.some((each) => details.words.has(each)) || said.test(details.message),
      )?.[0]
    : undefined;
  if (reason) return { outcome: 'no_model_access', retryAfter, about: reason };
  const told =
    SENTENCES[provider]?.find(([, pattern]) => pattern.test(details.message))?.[0] ??
    WORDS.find(([, words]) => words.some((each) => details.words.has(each)))?.[0];
  // Deepgram uses the same message for a missing model and for a language the model doesn't support.
  const about = provider === 'deepgram' && /no such model\/language/i.test(details.message) ? 'language' : undefined;
  const isTooLong =
    TOO_LONG.some((each) => details.words.has(each)) ||
    (provider === 'openai_compatible' && status === 400 && BEYOND_CONTEXT.test(details.message));
  if (isTooLong) return { outcome: 'bad_request', retryAfter, about: 'length' };
  return { outcome: told ?? byStatus(provider, status), retryAfter, about };
}

/**
 * Parses whole seconds from `retry-after-ms` (OpenAI and Azure), from Retry-After, from Google's RetryInfo such as
 * "36.5s", or from the headers of an exceeded limit of OpenAI and Azure.
 */
function timeToWait(headers: Headers, retryDelay: string | undefined, status: number): number | undefined {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(milliseconds))
    return Math.min(Math.ceil(Number(milliseconds) / 1000), MAX_RETRY_AFTER_SECONDS);
  const asked = parseRetryAfterSeconds(headers.get('retry-after') ?? retryDelay?.replace(/s$/, ''));
  return asked ?? (status === 429 ? untilReset(headers) : undefined);
}

/** Returns the time until the exceeded limit is reset; tokens, if neither header says which one is used up. */
function untilReset(headers: Headers): number | undefined {
  const usedUp = ['tokens', 'requests'].filter((each) => headers.get(`x-ratelimit-remaining-${each}`)?.trim() === '0');
  const times = (usedUp.length > 0 ? usedUp : ['tokens']).flatMap(
    (each) => secondsOf(headers.get(`x-ratelimit-reset-${each}`)?.trim() ?? '') ?? [],
  );
  return times.length > 0 ? Math.min(Math.ceil(Math.max(...times)), MAX_RETRY_AFTER_SECONDS) : undefined;
}

const UNITS = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 };

/** Parses a duration such as "6m0s", "1h2m3.5s" or "120ms"; Azure also sends plain seconds. */
function secondsOf(duration: string): number | undefined {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(duration)) return Number(duration);
  if (duration.length > 40 || !/^(\d{1,9}(\.\d{1,9})?(d|h|ms|m|s))+$/.test(duration)) return undefined;
  return [...duration.matchAll(/(\d{1,9}(?:\.\d{1,9})?)(d|h|ms|m|s)/g)].reduce((sum, [, number, unit]) => {
    return sum + Number(number) * (UNITS[unit as keyof typeof UNITS] ?? 0);
  }, 0);
}
