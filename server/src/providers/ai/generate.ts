import { z } from 'zod';
import { byApi } from './azure-api.ts';
import { CallFailure } from './call-failure.ts';
import type { CallUsage, Credential, GenerateRequest } from './calls.ts';
import { baseUrlOf } from './endpoints.ts';
import { ProviderFailure } from './failure.ts';
import { languageModel } from './language-model.ts';
import { optionsOf } from './model-options.ts';
import { NotTaken, readModelAnswer, type Said } from './read-answer.ts';
import type { AiSettings, Timeouts } from './settings.ts';
import { reckonUsage } from './token-reckoning.ts';

/** What a call is made with besides its request. */
export type Calling = Pick<AiSettings, 'baseUrls' | 'models'> & {
  waits: Pick<Timeouts, 'firstChunk' | 'nextChunk'>;
  signal: AbortSignal;
};

/** What a call came to: what its provider says of a whole answer, or what was sent and had come. */
type Asked = Said & { spent: CallUsage };

/** Asks once. @throws CallFailure with what the call came to; NotTaken; the signal's reason */
async function ask<T>(credential: Credential, request: GenerateRequest<T>, calling: Calling): Promise<Asked> {
  const baseUrl = baseUrlOf(credential, calling.baseUrls);
  let said: Said = nothing();
  let sent = '';
  const spent = () =>
    (said.ended && said.usage) ?? reckonUsage(sent, said.thoughts + said.text, request.maxOutputTokens);
  try {
    await byApi(credential, baseUrl, async (api) => {
      const options = await optionsOf(credential, request, calling.models, api);
      said = nothing();
      sent = `${request.system}${request.prompt}${JSON.stringify(options.responseFormat)}`;
      const stream = async (abortSignal: AbortSignal, failed: (failure: CallFailure) => void) =>
        (await languageModel(credential, baseUrl, api, failed)).doStream({ ...options, abortSignal });
      await readModelAnswer(stream, { ...calling, items: request.items }, said);
    });
  } catch (error) {
    if (error instanceof NotTaken || request.signal?.aborted) {
      request.givenUp?.(spent());
      throw error;
    }
    const { outcome, usage, retryAfter, about } = error instanceof CallFailure ? error : new CallFailure('unreachable');
    throw new CallFailure(outcome, { retryAfter, about, usage: usage ?? spent() });
  }
  return { ...said, spent: spent() };
}

const nothing = (): Said => ({ text: '', thoughts: '', ended: undefined, usage: undefined });

/** The answer that was asked for; undefined where it is another. A refusal can be JSON of the right form by chance. */
function parsedBy<T>(schema: z.ZodType<T>, { text, ended }: Said): T | undefined {
  if (ended === 'content-filter') return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @throws ProviderFailure `bad_answer` or `refused`; what the call itself failed with comes through as it is. */
export async function generateAnswer<T>(
  credential: Credential,
  request: GenerateRequest<T>,
  calling: Calling,
): Promise<{ value: T; usage: CallUsage }> {
  const asked = await ask(credential, request, calling);
  const value = parsedBy(request.schema, asked);
  if (value !== undefined) return { value, usage: asked.spent };
  throw new ProviderFailure(asked.ended === 'content-filter' ? 'refused' : 'bad_answer', {
    usage: asked.spent,
    ...(asked.ended === 'length' && { about: 'length' }),
  });
}

/** One field, asked for as features ask: a model that has no such answers is found out before its key is saved. */
const LEAST = {
  system: 'You check that a connection works.',
  prompt: 'Answer "yes".',
  schema: z.object({ answer: z.string() }),
  maxOutputTokens: 64,
};

/**
 * Asks for one short structured answer. One that was cut, as where the tokens went into thinking, shows that the key
 * works; so does a content filter that does not want to give it, which with Azure is an error and with the others an
 * answer.
 * @throws CallFailure `no_model_access` where the model answers in another form, or its provider does not take such a
 * request for it
 */
export async function generateLeast(credential: Credential, calling: Calling): Promise<void> {
  try {
    const asked = await ask(credential, LEAST, calling);
    if (asked.ended === 'stop' && parsedBy(LEAST.schema, asked) === undefined) throw new CallFailure('no_model_access');
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (error.outcome === 'bad_request') throw new CallFailure('no_model_access', error);
    if (error.outcome !== 'refused') throw error;
  }
}
