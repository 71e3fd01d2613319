import type { AddProviderKey, ModelTask, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/core/config.ts';
import { prepareGenerationCall } from '../src/features/ai/gateway/call.ts';
import { callProviderWithCurrentKey } from '../src/features/ai/gateway/call-provider.ts';
import { openAiServices } from '../src/core/services.ts';
import { keyFor, startAiStandIn } from './ai/stand-in.ts';
import type { TestWorkspace } from './make.ts';
import { startTestServer } from './server.ts';

const KEYRING = { ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`, ENCRYPTION_ACTIVE_KEY: 'test' };

/** Returns what the dialog sends for a key of `provider`. */
export function newKey(provider: Exclude<AiProvider, 'openai_compatible'>, key: string): AddProviderKey {
  switch (provider) {
    case 'azure_openai':
      return { provider, resource: 'my-company', deployment: 'gpt-6-large', key };
    case 'anthropic':
      return { provider, model: 'claude-opus-5-5', key };
    case 'openai':
      return { provider, model: 'gpt-6-luna', key };
    case 'google':
      return { provider, model: 'gemini-3.8-flash', key };
    case 'deepgram':
      return { provider, model: 'nova-3', key };
  }
}

const Words = z.object({ words: z.string() });

type Options = {
  env?: Record<string, string>;
  jobs?: boolean;
  /** Milliseconds that a key's verification may take. */
  verify?: number;
};

/** The real server, and stand-ins in the place of the five providers; both are stopped after the test file. */
export async function startKeyServer({ env = {}, jobs = false, verify = 15_000 }: Options = {}) {
  const standIn = await startAiStandIn();
  afterAll(() => standIn.stop());
  standIn.respond('card_generation', () => ({ words: 'Yes.' }));
  const whole = { ...KEYRING, ...standIn.env, ...env };
  const config = readConfig(whole);
  const ai = { ...config.ai, timeouts: { ...config.ai.timeouts, verify } };
  const server = await startTestServer({ env: whole, config: { ai }, jobs });
  const logged: { fields: object; message: string }[] = [];
  const log = { error: (fields: object, message: string) => void logged.push({ fields, message }) };
  const services = openAiServices({ ...config, ai }, log);
  let made = 0;

  async function rows<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []) {
    const result = await server.db.pool.query<Row>(text, values);
    return result.rows;
  }

  return {
    ...server,
    standIn,
    services,
    /** Logged calls of `generate` and `transcribe`. */
    logged,
    /** A key that nobody else has, playing a scenario of the stand-in. */
    keyFor: (scenario: Parameters<typeof keyFor>[0]) => keyFor(scenario, `key${++made}`),
    /** The keys that the providers were asked with since `from` requests. */
    keysSince: (from: number) => standIn.requests.slice(from).map(({ key }) => key),
    /** One call as a feature makes it; answers "Yes." */
    async generate(workspace: TestWorkspace, signal?: AbortSignal, task?: ModelTask): Promise<string> {
      const ctx = { db: server.db, workspace, ai: services };
      const request = {
        system: 'Task: card_generation',
        prompt: 'Anything?',
        schema: Words,
        maxOutputTokens: 100,
        signal,
      };
      const call = prepareGenerationCall(services.providers, request);
      const use = { capability: 'generation', purpose: 'card_generation', task } as const;
      return (await callProviderWithCurrentKey(ctx, use, call)).words;
    },
    rows,
  };
}

export type KeyServer = Awaited<ReturnType<typeof startKeyServer>>;
