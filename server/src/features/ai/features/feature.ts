import type { z } from 'zod';
import type { GenerateRequest, TranscribeRequest } from '../../../providers/ai/calls.ts';

/** Asks the model once, with whatever key the workspace uses; the answer has been parsed. */
export type Ask = <T>(request: Omit<GenerateRequest<T>, 'signal'>) => Promise<T>;

/** Has a recording transcribed once. */
export type Listen = (
  request: Omit<TranscribeRequest, 'signal'>,
) => Promise<{ text: string; language: string | null; seconds: number }>;

/** How a long feature tells how far it is, and keeps what it has finished. */
export type Steps = {
  /** How many steps there will be. */
  plan(total: number): Promise<void>;
  /**
   * Does `work` once and keeps what it gives under `name`: a job that goes on after a park, a retry or a crash gets the
   * kept value instead of doing it again. `words` tells people what is being done.
   */
  step<T>(name: string, words: string, schema: z.ZodType<T>, work: () => Promise<T>): Promise<T>;
};

/** For callers that nobody watches. */
export const unwatched: Steps = {
  plan: () => Promise.resolve(),
  step: (_name, _words, _schema, work) => work(),
};
