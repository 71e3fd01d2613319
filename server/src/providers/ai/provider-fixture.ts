import { inspect } from 'node:util';
import { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import type { Scenario } from '../../../test/ai/scenarios.ts';
import { keyFor, startAiStandIn } from '../../../test/ai/stand-in.ts';
import { readConfig } from '../../core/config.ts';
import type { AiTimeouts } from './ai-settings.ts';
import type { AiCallCredential } from './calls.ts';
import { AiProviderError } from './failure.ts';
import { createAiProviders, createOneSecondSilenceWav } from './providers.ts';

export const GENERATING = AiProvider.exclude(['deepgram']).options;

/** A silent recording. */
export const CLIP = { audio: createOneSecondSilenceWav(), mediaType: 'audio/wav' };

export const REQUEST = {
  system: 'You write flashcards.\nTask: card_generation',
  prompt:
    'Count: 2\n<source>\n# Fridges\nKeep every fridge at 5 °C or below at all times. Write the temperature down twice each day.\n</source>',
  schema: z.object({ cards: z.array(z.object({ front: z.string(), back: z.string(), quote: z.string() })) }),
  maxOutputTokens: 2_000,
};

/** Creates the providers with fake servers for a test file. The recorded requests are cleared before each test. */
export async function startProviders() {
  const standIn = await startAiStandIn();
  const settings = (env: Record<string, string> = standIn.env) => readConfig(env).ai;
  /** @param wait Milliseconds for each kind of call, except those in `others`. */
  const create = (env?: Record<string, string>, wait = 10_000, others: Partial<AiTimeouts> = {}) =>
    createAiProviders({
      ...settings(env),
      timeouts: {
        verify: wait,
        verifyEndpoint: wait,
        transcribe: wait,
        answer: wait,
        firstChunk: wait,
        nextChunk: wait,
        ...others,
      },
    });
  const credential = (provider: AiProvider, scenario: Scenario = 'good', name?: string): AiCallCredential => {
    const azure = provider === 'azure_openai';
    const model = azure ? 'training.v1' : (settings().models[provider][0]?.id ?? '');
    const who = { provider, model, resource: azure ? 'acme-eu' : null, key: keyFor(scenario, name) };
    if (provider !== 'openai_compatible') return who;
    const endpoint = {
      baseUrl: `${standIn.baseUrls.openai_compatible}/v1`,
      contextTokens: 16_384,
      form: 'json_schema' as const,
    };
    return { ...who, model: 'llama3.3:70b', endpoint };
  };
  const ai = create();
  /** Verifies a key and returns the outcome. */
  const verify = async (who: AiCallCredential, of = ai) => (await of.verify(who)).outcome;

  // The first use loads the SDK, which may take longer than the timeouts of some tests.
  beforeAll(() => Promise.all(AiProvider.options.map((provider) => ai.verify(credential(provider)))));
  beforeEach(() => {
    standIn.requests.length = 0;
  });
  afterAll(() => standIn.stop());

  return {
    standIn,
    ai,
    create,
    verify,
    settings,
    /** Has short timeouts. */
    hasty: create(undefined, 150),
    credential,
    /** Starts a generation or, for a speech provider, a transcription. */
    callOf: (who: AiCallCredential, of = ai): Promise<unknown> =>
      who.provider === 'deepgram' ? of.transcribe(who, CLIP) : of.generate(who, REQUEST),
  };
}

/** Returns the failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<AiProviderError> {
  const error: unknown = await call.then(
    () => expect.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiProviderError)) expect.fail(`not a AiProviderError: ${inspect(error)}`);
  return error;
}
