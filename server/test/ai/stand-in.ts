import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { LLMock, getTextContent, type ChatCompletionRequest } from '@copilotkit/aimock';
import { AiFeature } from '@training/shared/ai/ai-features';
import { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { ANSWERS } from './answers.ts';
import { completed } from './completed.ts';
import { hashOf, isSilence, listen as listenTo, type Spoken } from './deepgram.ts';
import { promptParts, type PromptParts } from './prompt-parts.ts';
import type { RawAnswer } from './raw-answer.ts';
import { SCENARIOS, play, send, type Scenario } from './scenarios.ts';
import { startSecondLook } from './second-look.ts';
import { playStream, type Interruption } from './streams.ts';

/** A model's answer for a feature: an object is sent as JSON, a string as it is. */
export type Responder = (parts: PromptParts, prompt: string) => object | string;

/** Work that the model is asked for: a feature, a second look, or the text of a page's picture. */
type Answered = AiFeature | 'check' | 'page';

export type StandInRequest = {
  provider: AiProvider;
  key: string;
  /** With the query. */
  path: string;
  scenario: Scenario | RawAnswer;
  /** Undefined for what no feature asks, such as the verification of a key. */
  feature: AiFeature | undefined;
  /** True for a second look at items that were made. */
  isCheck: boolean;
  body: string;
};

type Options = {
  /** Milliseconds before each good answer, so that progress is visible. */
  delay?: number;
};

export type AiStandIn = Awaited<ReturnType<typeof startAiStandIn>>;

/** A key that plays `scenario`, whichever provider gets it. */
export const keyFor = (scenario: Scenario, name = 'key'): string => `${scenario}-${name}-0123456789abcdef`;

/** Returns the key, from the header that each provider uses. */
function keyOf(provider: AiProvider, headers: IncomingMessage['headers']): string {
  if (provider === 'openai' || provider === 'openai_compatible')
    return headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (provider === 'deepgram') return headers.authorization?.replace(/^Token /, '') ?? '';
  const names = { anthropic: 'x-api-key', google: 'x-goog-api-key', azure_openai: 'api-key' } as const;
  return String(headers[names[provider]] ?? '');
}

/** Before the address of the provider's API, as its base URL has it, and where aimock has the same protocol. */
const UPSTREAM: Record<AiProvider, [from: RegExp, to: string]> = {
  anthropic: [/^\/v1\//, '/v1/'],
  openai: [/^\/v1\//, '/v1/'],
  google: [/^\/v1beta\//, '/v1beta/'],
  // The v1 API of Azure OpenAI is that of OpenAI.
  azure_openai: [/^\/openai\/v1\//, '/v1/'],
  openai_compatible: [/^\/v1\//, '/v1/'],
  deepgram: [/^\/v1\//, '/v1/'],
};

/** Models that an endpoint lists: one as vLLM does, and one as Ollama does. */
const LISTED = [
  { id: 'qwen3:8b', object: 'model', max_model_len: 32_768 },
  { id: 'llama3.3:70b', object: 'model', owned_by: 'library' },
];

/** Text on every page of which a picture is sent. */
const PAGE = 'Press the red button to stop the machine. Wait 30 seconds before you open the cover.';

/** UTF-16 units of an answer that are sent at once. */
const PIECE = 20;

async function start(handler: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return { server, url: `http://127.0.0.1:${address.port}` };
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const textOf = (request: ChatCompletionRequest, role: 'system' | 'user'): string =>
  request.messages
    .filter((message) => message.role === role)
    .map(({ content }) => getTextContent(content) ?? '')
    .join('\n');

const heard = (audio: Buffer): AiFeature | undefined => (isSilence(audio) ? undefined : 'speech_to_text');

/**
 * The feature that a request is of. Google has the instructions after the source text, which may speak of tasks too.
 */
function toldBy(provider: AiProvider, body: string): AiFeature | undefined {
  const told = [...body.matchAll(/Task: (\w+)/g)].map(([, word]) => word);
  return AiFeature.safeParse(provider === 'google' ? told.at(-1) : told[0]).data;
}

/**
 * Servers that speak the providers' protocols, on ports of their own: aimock behind a front that looks at the key, and
 * a Deepgram. A key whose first word is a scenario plays it, any other is refused as the provider refuses a wrong
 * one.
 */
export async function startAiStandIn({ delay = 0 }: Options = {}) {
  const requests: StandInRequest[] = [];
  const elsewhere: { path: string; headers: string }[] = [];
  const scenarios = new Map<string, Scenario | RawAnswer>();
  const responders = new Map<Answered, Responder>();
  const secondLook = startSecondLook();
  const spoken = new Map<string, Spoken>();
  /** Keys that are good until a feature uses them, as one that runs out between the check and the work. */
  const expired = new Set<string>();
  /** Azure's deployments in regions that have chat alone. */
  const chatOnly = new Set<string>();
  /** Answers to requests with words that an endpoint refuses, by its key. */
  const refusals = new Map<string, { words: string; answer: RawAnswer }>();
  /** Models that a key may not use. */
  const denied = new Map<string, Set<string>>();
  const interruptions = new Map<string, Interruption[]>();
  let wait = delay;
  let pace = 0;
  let held: Promise<void> = Promise.resolve();

  function answerTo(parts: PromptParts, prompt: string): object | string {
    const { feature, isCheck, isPage } = parts;
    if (feature === undefined || feature === 'speech_to_text') return { answer: 'yes' };
    if (isCheck) return responders.get('check')?.(parts, prompt) ?? secondLook.look(parts);
    if (isPage) return responders.get('page')?.(parts, prompt) ?? { text: PAGE };
    const answer = responders.get(feature)?.(parts, prompt) ?? ANSWERS[feature](parts);
    return typeof answer === 'string' ? answer : completed(answer);
  }

  const mock = new LLMock({ port: 0, journalMaxEntries: 1, chunkSize: PIECE });
  mock.on({ predicate: () => true }, (request) => {
    const prompt = textOf(request, 'user');
    const parts = promptParts(textOf(request, 'system'), prompt);
    const answer = answerTo(parts, prompt);
    secondLook.remember(answer);
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const input = Math.ceil(JSON.stringify(request.messages).length / 4);
    return { content, usage: { input_tokens: input, output_tokens: Math.ceil(content.length / 4) } };
  });
  const mockUrl = await mock.start();

  const other = await start((request, response) => {
    elsewhere.push({ path: request.url ?? '', headers: JSON.stringify(request.headers) });
    send(response, { status: 200, body: {} });
  });

  async function forward(
    { provider, key, path }: Pick<StandInRequest, 'provider' | 'key' | 'path'>,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const [from, to] = UPSTREAM[provider];
    if (!from.test(path)) return send(response, { status: 404, body: { error: { message: 'no such address' } } });
    if (path === '/v1/models') return send(response, { status: 200, body: { object: 'list', data: LISTED } });
    const url = new URL(path.replace(from, to), mockUrl);
    if (provider === 'deepgram') return send(response, listenTo(url.searchParams, body, spoken));
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' };
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    const text = await answer.text();
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      return send(response, { status: answer.status, body: text });
    }
    await playStream(provider, text, response, { pace, interruptions: interruptions.get(key) });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name, path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const body = await bodyOf(request);
    const provider = AiProvider.parse(name);
    const key = keyOf(provider, request.headers);
    const scenario =
      scenarios.get(key) ?? SCENARIOS.findLast((each) => key.startsWith(`${each}-`)) ?? ('bad' satisfies Scenario);
    const text = provider === 'deepgram' ? '' : body.toString('utf8');
    const feature = provider === 'deepgram' ? heard(body) : toldBy(provider, text);
    const isCheck = feature !== undefined && text.includes(String.raw`\nStep: check\n`);
    requests.push({ provider, key, path, scenario, feature, isCheck, body: text });
    if (typeof scenario === 'object') return send(response, scenario);
    const refusal = refusals.get(key);
    if (refusal && text.includes(refusal.words)) return send(response, refusal.answer);
    if (path.endsWith('/openai/v1/responses') && [...chatOnly].some((each) => text.includes(`"model":"${each}"`))) {
      return send(response, { status: 404, body: { error: { code: '404', message: 'Resource not found' } } });
    }
    const isDenied = [...(denied.get(key) ?? [])].some(
      (model) => text.includes(`"model":"${model}"`) || path.includes(`/${model}:`),
    );
    if (isDenied) return play('no-model', provider, response, other.url);
    if (scenario === 'expires' && feature) expired.add(key);
    const played = scenario === 'expires' ? (expired.has(key) ? 'bad' : 'good') : scenario;
    if (played !== 'good') return play(played, provider, response, other.url);
    await sleep(wait);
    await held;
    await forward({ provider, key, path }, body, response);
  }

  const front = await start((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, body: { error: { message: String(error) } } });
    });
  });

  const urlOf = (provider: AiProvider): string => `${front.url}/${provider}`;
  const baseUrls: Record<AiProvider, string> = {
    anthropic: urlOf('anthropic'),
    openai: urlOf('openai'),
    google: urlOf('google'),
    azure_openai: urlOf('azure_openai'),
    openai_compatible: urlOf('openai_compatible'),
    deepgram: urlOf('deepgram'),
  };

  return {
    /** Without the version segment. */
    baseUrls,
    /** The settings that point a server at it. */
    env: {
      ANTHROPIC_BASE_URL: baseUrls.anthropic,
      OPENAI_BASE_URL: baseUrls.openai,
      GOOGLE_BASE_URL: baseUrls.google,
      AZURE_OPENAI_BASE_URL: baseUrls.azure_openai,
      DEEPGRAM_BASE_URL: baseUrls.deepgram,
      AI_PRIVATE_TARGETS: 'loopback',
    },
    /** Requests to the providers, in order. */
    requests,
    /** Requests to the redirect's target; there should never be any. */
    elsewhere,
    /**
     * Makes a key play another scenario from now on, or send an answer of your own; undefined goes back to its first
     * word.
     */
    setScenario(key: string, scenario: Scenario | RawAnswer | undefined): void {
      if (scenario === undefined) scenarios.delete(key);
      else scenarios.set(key, scenario);
    },
    /**
     * Sets the model's answer to a feature, or to its second look, from now on; undefined goes back to
     * the answer from the source text.
     */
    respond(to: Answered, responder: Responder | undefined): void {
      if (responder) responders.set(to, responder);
      else responders.delete(to);
    },
    /** Has requests of a key with these words be answered so, from now on; undefined ends that. */
    refuse(key: string, words: string | undefined, answer: RawAnswer = { status: 400, body: {} }): void {
      if (words === undefined) refusals.delete(key);
      else refusals.set(key, { words, answer });
    },
    /** Has Azure know a deployment by chat alone, as some regions do. */
    lackResponses(deployment: string): void {
      chatOnly.add(deployment);
    },
    /** Refuses a key for this model alone, or accepts it again. */
    denyModel(key: string, model: string, isDenied = true): void {
      const models = denied.get(key) ?? new Set();
      denied.set(key, models);
      if (isDenied) models.add(model);
      else models.delete(model);
    },
    /** Sets the words of a recording. */
    say(audio: Uint8Array, said: Spoken): void {
      spoken.set(hashOf(audio), said);
    },
    /**
     * Has the next good answers to a key be interrupted in the middle, the first as the first says; one that has no
     * items is left whole.
     */
    interrupt(key: string, ...next: Interruption[]): void {
      interruptions.set(key, next);
    },
    /** Milliseconds between the pieces of each good answer from now on. */
    setPace(milliseconds: number): void {
      pace = milliseconds;
    },
    /** Milliseconds before each good answer from now on. */
    setDelay(milliseconds: number): void {
      wait = milliseconds;
    },
    /** Holds all good answers back until what it returns is called. */
    hold(): () => void {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return () => {
        held = Promise.resolve();
        gate.resolve();
      };
    },
    async stop(): Promise<void> {
      await Promise.all([stop(front.server), stop(other.server), mock.stop()]);
    },
  };
}
