import type { AddModelEndpoint } from '@training/shared/provider-keys/model-endpoints';
import type { KeyTestOutcome } from '@training/shared/provider-keys/provider-keys';
import { invalidFieldError } from '../../core/errors.ts';
import { checkAddressText } from '../../platform/egress/check-address.ts';
import type { AiSettings } from '../../providers/ai/ai-settings.ts';

/**
 * Checks a base URL as far as its text allows, and returns it without trailing slash. Names are checked when
 * connecting.
 * @throws AppError `invalid_request`
 */
export function parseBaseUrl(baseUrl: string, { endpoints }: AiSettings): string {
  const { url, problem } = checkAddressText(baseUrl, endpoints);
  if (!url) throw wrongBaseUrl(problem);
  if (url.search) throw wrongBaseUrl('Must not have a part from “?” on; leave it out');
  return url.href.replace(/(?<!\/)\/+$/, '');
}

const wrongBaseUrl = (message: string) => invalidFieldError('base_url', message, 'invalid_address');

/** Returns the stored fields of an endpoint. @throws AppError `invalid_request` if nothing is sent to its address */
export function modelEndpointFieldsOf(
  { name, base_url, model, context_tokens }: Omit<AddModelEndpoint, 'provider' | 'key'>,
  settings: AiSettings,
) {
  return {
    endpointName: name,
    baseUrl: parseBaseUrl(base_url, settings),
    contextTokens: context_tokens,
    model,
  };
}

/** Returns the form field to change after a failed check. */
export function chooseEndpointFieldToCorrect(outcome: KeyTestOutcome): string {
  if (outcome === 'unreachable') return 'base_url';
  return outcome === 'no_model_access' ? 'model' : 'key';
}

/** Returns the host of a base URL, for readers who may not see its path: that can hold a gateway's token. */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).host;
