// How well a real model does what the AI features ask of it: every fixture against the pooled keys of the settings.
//   ANTHROPIC_API_KEY=… DEEPGRAM_API_KEY=… npm run --silent node -- server/bench/evaluate-ai.ts [--only cards]
// [--rounds 3]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AI_FEATURES } from '@training/shared/ai-features';
import { processConfig } from '../src/config.ts';
import type { Ask, Listen } from '../src/features/ai/features/feature.ts';
import { problemsOf, type EvaluationCase } from '../src/features/ai/features/fixtures/case.ts';
import { CASES } from '../src/features/ai/features/fixtures/cases.ts';
import { ProviderFailure } from '../src/providers/ai/failure.ts';
import { costOf, NANO, priceOf } from '../src/providers/ai/prices.ts';
import { NO_USAGE, type CallUsage, type Credential } from '../src/providers/ai/calls.ts';
import { createAiProviders } from '../src/providers/ai/providers.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '1' } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const { ai } = processConfig();
const providers = createAiProviders(ai);
const MOST_TRIES = 4;

type Row = {
  verdict: string;
  seconds: number;
  usage: CallUsage;
  /** Nano-dollars. */
  cost: number | undefined;
  size: number;
  dropped: number;
};

/** Makes calls, patient where the provider wants to be asked later, and adds up what they use. */
function caller(usage: CallUsage) {
  return async function call<T>(
    work: () => Promise<{ value: T; usage: CallUsage | undefined }>,
    tries = 1,
  ): Promise<T> {
    try {
      const { value, usage: used = NO_USAGE } = await work();
      usage.inputTokens += used.inputTokens;
      usage.outputTokens += used.outputTokens;
      usage.seconds += used.seconds;
      return value;
    } catch (error) {
      const passing = error instanceof ProviderFailure && ['rate_limited', 'unreachable'].includes(error.outcome);
      if (!passing || tries >= MOST_TRIES) throw error;
      await sleep(1_000 * (error.retryAfter ?? 5 * tries));
      return call(work, tries + 1);
    }
  };
}

async function evaluate(each: EvaluationCase, credential: Credential): Promise<Row> {
  const usage: CallUsage = { inputTokens: 0, outputTokens: 0, seconds: 0 };
  const call = caller(usage);
  const ask: Ask = (request) => call(() => providers.generate(credential, request));
  const listen: Listen = (request) => call(() => providers.transcribe(credential, request));
  const price = priceOf(ai.models, credential);
  const started = performance.now();
  const spent = () => ({
    seconds: (performance.now() - started) / 1_000,
    usage,
    cost: price && costOf(price, new Date(), usage),
  });
  try {
    const outcome = await each.run({ ask, listen });
    const problems = problemsOf(outcome, each.expect);
    return { verdict: problems.join('; ') || 'ok', size: outcome.size, dropped: outcome.dropped, ...spent() };
  } catch (error) {
    return { verdict: error instanceof Error ? error.message : String(error), size: 0, dropped: 0, ...spent() };
  }
}

async function main(): Promise<void> {
  const rounds = Number(options.rounds);
  const chosen = CASES.filter(({ feature, name }) => `${feature} ${name}`.includes(options.only));
  const usable = chosen.filter(({ feature }) => ai.pooled[AI_FEATURES[feature].capability]);
  const failed: string[] = [];
  let cost = 0;
  if (usable.length < chosen.length)
    say(`${chosen.length - usable.length} cases left out: their capability has no pooled key.\n`);
  if (usable.length === 0) return void (process.exitCode = 1);
  say(
    '| Feature | Case | Model | Verdict | Items | Dropped | Seconds | Tokens in, out |\n|---|---|---|---|--:|--:|--:|--:|',
  );
  for (const each of usable) {
    const credential = ai.pooled[AI_FEATURES[each.feature].capability];
    for (let round = 0; credential && round < rounds; round++) {
      const row = await evaluate(each, credential);
      if (row.verdict !== 'ok') failed.push(each.name);
      cost += row.cost ?? 0;
      const tokens = `${row.usage.inputTokens}, ${row.usage.outputTokens}`;
      const figures = [row.size, row.dropped, row.seconds.toFixed(1), tokens].join(' | ');
      say(`| ${each.feature} | ${each.name} | ${credential.model} | ${row.verdict} | ${figures} |`);
    }
  }
  const runs = usable.length * rounds;
  say(`\n${runs - failed.length} of ${runs} as expected; about $${(cost / NANO).toFixed(2)} where prices are known.`);
  if (failed.length > 0) process.exitCode = 1;
}

await main();
