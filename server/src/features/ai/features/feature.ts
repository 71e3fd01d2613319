import type { SourceText } from '@training/shared/ai/ai-sources';
import { PagesReadByModel } from '@training/shared/ai/generated-items';
import type { UploadedFileKind } from '@training/shared/ai/ai-jobs';
import type { ModelTask } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type {
  ReasoningEffort,
  GenerateRequest,
  TranscriptionResult,
  TranscribeRequest,
} from '../../../providers/ai/calls.ts';

/** A request of a feature to a model. */
export type ModelRequest<T> = Omit<GenerateRequest<T>, 'signal' | 'effort' | 'flex' | 'givenUp'> & {
  /** Set for a check of what the feature made, or for reading its source: another model may do it. */
  task?: 'second_look' | 'extraction';
};

/**
 * Calls the model once with the key that the workspace uses, and returns the parsed answer. Streams list items as they
 * complete, unparsed; they are not withdrawn if the rest of the answer fails.
 */
export type AskModel = <T>(request: ModelRequest<T>) => Promise<T>;

/** Transcribes a recording once. */
export type TranscribeOnce = (request: Omit<TranscribeRequest, 'signal'>) => Promise<TranscriptionResult>;

/** Items of an incomplete list that a step has finished, so that it requests only the rest after an interruption. */
export type FinishedItems = {
  /** What was kept before, in a turn that came to no end. */
  before: readonly unknown[];
  /** Keeps another item; `shown` is the preview for users, null for none. */
  keep(item: unknown, shown: unknown): Promise<void>;
  /**
   * Must be called before a step asks again. @throws TimeSliceOverError if the slot must go to another job; this one
   * resumes
   * later
   */
  mustHaveTime(): void;
};

/** Reports the progress of a long feature and keeps its finished steps. */
export type FeatureStepRunner = {
  /** Sets the total number of steps. */
  plan(total: number): Promise<void>;
  /**
   * Runs `work` once and keeps its result under `name`. A job that resumes after a park, a retry or a crash gets the
   * kept value instead of repeating the work. `words` is the progress text shown to users.
   */
  step<T>(name: string, words: string, schema: z.ZodType<T>, work: (kept: FinishedItems) => Promise<T>): Promise<T>;
};

/** Finished items of a step that keeps nothing before it ends. */
export const NO_FINISHED_ITEMS: FinishedItems = {
  before: [],
  keep: () => Promise.resolve(),
  mustHaveTime: () => undefined,
};

/** Used by callers that don't report progress. */
export const stepRunnerWithoutProgress: FeatureStepRunner = {
  plan: () => Promise.resolve(),
  step: (_name, _words, _schema, work) => work(NO_FINISHED_ITEMS),
};

/** The job's input file, loaded on demand; `read` @throws AppError `file_not_found` */
export type JobFile = { kind: UploadedFileKind; mediaType: string; owner: string; read: () => Promise<Uint8Array> };

/** Part of a text that a model read from a picture: UTF-16 units, `to` is behind the last. */
export const TextRangeReadFromPicture = z.strictObject({
  of: PagesReadByModel.shape.of,
  /** Number of the page, or of the picture. */
  page: z.int(),
  from: z.int(),
  to: z.int(),
});
export type TextRangeReadFromPicture = z.infer<typeof TextRangeReadFromPicture>;

/** The file as stored; its bytes may have been deleted. */
export type StoredJobFile = Omit<JobFile, 'read'> & { read: () => Promise<Uint8Array | undefined> };

/** Dependencies of a feature; `file` @throws AppError `file_not_found` */
export type FeatureTools = {
  ask: AskModel;
  listen: TranscribeOnce;
  steps: FeatureStepRunner;
  file: () => Promise<JobFile>;
  /** Stores the text read from the file as the job's source. */
  noteSource: (source: SourceText) => Promise<void>;
  /** Stores which parts of the text a model read from pictures, for jobs that use the same text later. */
  noteScanned: (scanned: readonly TextRangeReadFromPicture[]) => Promise<void>;
  /** Returns these parts of the job's source, if it is a text that was read for the same person. */
  scannedRanges: () => Promise<readonly TextRangeReadFromPicture[]>;
  /** UTF-16 units of a source that one call can read. */
  partSize: number;
  /** Returns the label of the model that reads pictures; null if the workspace's model doesn't. */
  vision: () => Promise<string | null>;
  /** Aborts when the result is no longer needed. */
  signal: AbortSignal;
};

/** Order of jobs: `interactive` ones have slots of their own (rules/bounds 9). */
type Priority = 'interactive' | 'background';

export type AiFeatureDefinition = {
  /** Task whose model is used, but for a second look; absent for speech. */
  task: ModelTask | undefined;
  /** Reasoning effort of the model. */
  effort: ReasoningEffort;
  priority: Priority;
  /** True if a slower and cheaper tier of the model does. */
  flex: boolean;
  /** Title of a job with this input, shown in lists. */
  title(input: unknown): string;
  /** @throws OwnKeyRefusedError, AiProviderError, AppError; LeaseLostError */
  run(tools: FeatureTools, input: unknown): Promise<unknown>;
};

type Definition<I extends z.ZodType, R extends z.ZodType> = {
  input: I;
  result: R;
  /** Absent for speech. */
  task?: ModelTask;
  /** Defaults to `low`: most of what is requested is already in the text. */
  effort?: ReasoningEffort;
  /** Defaults to `background`. */
  priority?: Priority;
  /** Defaults to false. */
  flex?: boolean;
  title(input: z.infer<I>): string;
  run(tools: FeatureTools, input: z.infer<I>): Promise<z.infer<R>>;
};

/** Defines a feature. Its input and result are parsed, so that callers don't depend on the feature's types. */
export function defineAiFeature<I extends z.ZodType, R extends z.ZodType>(
  definition: Definition<I, R>,
): AiFeatureDefinition {
  const { input: Input, result: Result, task, effort = 'low', priority = 'background', flex = false } = definition;
  return {
    task,
    effort,
    priority,
    flex,
    title: (input) => definition.title(Input.parse(input)),
    run: async (tools, input) => Result.parse(await definition.run(tools, Input.parse(input))),
  };
}
