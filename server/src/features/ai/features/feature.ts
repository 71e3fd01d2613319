import type { SourceText } from '@training/shared/ai-sources';
import type { FileKind } from '@training/shared/ai-jobs';
import type { z } from 'zod';
import type { Effort, GenerateRequest, Heard, TranscribeRequest } from '../../../providers/ai/calls.ts';

/**
 * Asks the model once, with whatever key the workspace uses; the answer has been parsed. `items` of it are handed over
 * as they become whole, as they came, and are not taken back where the rest fails.
 */
export type AskModel = <T>(request: Omit<GenerateRequest<T>, 'signal' | 'effort' | 'givenUp'>) => Promise<T>;

/** Has a recording transcribed once. */
export type Listen = (request: Omit<TranscribeRequest, 'signal'>) => Promise<Heard>;

/** What a step has finished of its list before it is whole, so that what breaks off is asked for the rest only. */
export type FinishedSteps = {
  /** What was kept before, in a turn that came to no end. */
  before: readonly unknown[];
  /** Keeps another item; `shown` is what people see of it meanwhile, null where they are not to. */
  keep(item: unknown, shown: unknown): Promise<void>;
  /** Is called before a step asks again. @throws TimeSliceOver where others are to have the slot: it goes on later */
  mustHaveTime(): void;
};

/** How a long feature tells how far it is, and keeps what it has finished. */
export type Steps = {
  /** How many steps there will be. */
  plan(total: number): Promise<void>;
  /**
   * Does `work` once and keeps what it gives under `name`: a job that goes on after a park, a retry or a crash gets the
   * kept value instead of doing it again. `words` tells people what is being done.
   */
  step<T>(name: string, words: string, schema: z.ZodType<T>, work: (kept: FinishedSteps) => Promise<T>): Promise<T>;
};

/** Of a step that keeps nothing before it ends. */
export const NOTHING_KEPT: FinishedSteps = { before: [], keep: () => Promise.resolve(), mustHaveTime: () => undefined };

/** For callers that nobody watches. */
export const unwatched: Steps = {
  plan: () => Promise.resolve(),
  step: (_name, _words, _schema, work) => work(NOTHING_KEPT),
};

/** The file that a job was given. It is loaded when it is needed; `read` @throws AppError `file_not_found` */
export type JobFile = { kind: FileKind; mediaType: string; owner: string; read: () => Promise<Uint8Array> };

/** The same as it is stored: its bytes may have been removed meanwhile. */
export type StoredFile = Omit<JobFile, 'read'> & { read: () => Promise<Uint8Array | undefined> };

/** What a feature works with; `file` @throws AppError `file_not_found` */
export type FeatureTools = {
  ask: AskModel;
  listen: Listen;
  steps: Steps;
  file: () => Promise<JobFile>;
  /** Keeps what was read from the file as what the job works on. */
  noteSource: (source: SourceText) => Promise<void>;
  /** Aborts when nobody waits for the result any more. */
  signal: AbortSignal;
};

export type Feature = {
  /** How long the model thinks before it answers. */
  effort: Effort;
  /** What lists call a job with this input. */
  title(input: unknown): string;
  /** @throws OwnKeyRefused, ProviderFailure, AppError; AiJobLost */
  run(tools: FeatureTools, input: unknown): Promise<unknown>;
};

type Definition<I extends z.ZodType, R extends z.ZodType> = {
  input: I;
  result: R;
  /** `low` where it is left out: most of what is asked for stands in the text. */
  effort?: Effort;
  title(input: z.infer<I>): string;
  run(tools: FeatureTools, input: z.infer<I>): Promise<z.infer<R>>;
};

/** A feature: what it takes and answers is parsed, so that whoever calls it need not know which one it is. */
export function defineFeature<I extends z.ZodType, R extends z.ZodType>(definition: Definition<I, R>): Feature {
  const { input: Input, result: Result, effort = 'low' } = definition;
  return {
    effort,
    title: (input) => definition.title(Input.parse(input)),
    run: async (tools, input) => Result.parse(await definition.run(tools, Input.parse(input))),
  };
}
