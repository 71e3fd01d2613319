import type { EndpointModels } from '@training/shared/provider-keys/model-endpoints';
import { z } from 'zod';
import { parseJson } from '../../platform/json-values.ts';
import { CallFailure } from './call-failure.ts';
import type { CalledEndpoint } from './calls.ts';
import { classify } from './classify.ts';
import { readBody, unsent } from './guarded-fetch.ts';

/** Limits of a list: bytes, values in JSON, and models. */
const MOST = { bytes: 1024 * 1024, values: 50_000, models: 1_000 };

const window = z.int().min(1).optional().catch(undefined);
/** Besides the id, the size of the context window as vLLM, OpenRouter and Mistral say it. */
const Listed = z.object({
  data: z.array(
    z
      .object({
        id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
        max_model_len: window,
        context_length: window,
        max_context_length: window,
      })
      .optional()
      .catch(undefined),
  ),
});

/** Removes `=` at the end. An expression for that takes quadratic time. */
function unpadded(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end -= 1;
  return text.slice(0, end);
}

/** Returns a function that tests whether a text has the key in it: as it is, in other letters, or encoded. */
function namesKey(key: string): (text: string) => boolean {
  if (key === '') return () => false;
  const bytes = Buffer.from(key);
  const forms = [
    key,
    encodeURIComponent(key),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  const written = forms.map((form) => unpadded(form).toLowerCase());
  return (text) => {
    const small = text.toLowerCase();
    return written.some((form) => small.includes(form));
  };
}

/**
 * Asks an endpoint for its models, in its order. Leaves out and counts those that are named after the key, which the
 * endpoint knows.
 * @throws CallFailure; the signal's reason
 */
export async function listModels(
  { baseUrl, key }: Pick<CalledEndpoint, 'baseUrl'> & { key: string },
  send: typeof fetch,
  signal: AbortSignal,
): Promise<EndpointModels> {
  let response: Response;
  let body: string;
  try {
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    response = await send(`${baseUrl}/models`, { headers, signal, redirect: 'manual' });
    body = await readBody(response, response.ok ? MOST.bytes : undefined);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CallFailure ? error : unsent(error);
  }
  const { status, headers } = response;
  if (!response.ok) throw new CallFailure(classify('openai_compatible', { status, headers, body }).outcome);
  const { data: listed } = Listed.safeParse(parseJson(Buffer.from(body), MOST.values));
  if (!listed) throw new CallFailure('unreachable');
  const isKey = namesKey(key);
  const found = listed.data.filter((model) => model !== undefined);
  const models = found.filter(({ id }) => !isKey(id));
  return {
    models: models.slice(0, MOST.models).map(({ id, ...window }) => ({
      id,
      context_tokens: window.max_model_len ?? window.context_length ?? window.max_context_length ?? null,
    })),
    left_out: found.length - models.length,
  };
}
