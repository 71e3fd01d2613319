import type { EntityManager } from '@mikro-orm/postgresql';
import type { AiFeature } from '@training/shared/ai/ai-features';
import type { ErrorCode } from '@training/shared/errors';
import type { TaskServices, Workspace } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import type { DatabaseAndStorage } from '../../../database/blob-store.ts';
import type { StoredJobFile } from '../features/feature.ts';
import type { AiJobDestination } from '../jobs/destination.ts';

/** The result of a job, for the receiver at its destination. */
export type ResultToDeliver = {
  id: string;
  workspace: Workspace;
  destination: AiJobDestination;
  createdBy: string;
  feature: AiFeature;
  input: unknown;
  /** The feature's result as JSON. */
  result: string;
};

/**
 * Delivers a result in the transaction that ends the job. Implementations take their own locks first; the job's row is
 * locked last.
 */
export type DeliverResult = (em: EntityManager, db: Database, delivery: ResultToDeliver) => Promise<void>;

/** A job that has failed, for the receiver of its result. */
export type JobFailure = Omit<ResultToDeliver, 'input' | 'result'> & { code: ErrorCode; detail: string };

/** Handles the results of AI jobs for one kind of destination. */
export type JobResultHandler = {
  deliver: DeliverResult;
  /** Handles the failure of a job, whose result `deliver` would have received. */
  fail?: (em: EntityManager, db: Database, failure: JobFailure) => Promise<void>;
  /**
   * Computes the job's current input, which replaces the one it was started with.
   * @throws OtherJobFirstError if another job must end first
   */
  input?: (
    db: Database,
    job: Pick<ResultToDeliver, 'id' | 'workspace' | 'destination' | 'feature' | 'input'>,
  ) => Promise<unknown>;
  /** Reads the job's file instead of an uploaded one; undefined if it no longer exists. */
  file?: (
    place: DatabaseAndStorage,
    job: { workspace: Workspace; destination: AiJobDestination },
  ) => Promise<StoredJobFile | undefined>;
};

/** Handlers by kind of destination. `jobs.ts` registers them, because they belong to features above this one. */
export type JobResultHandlers = Record<AiJobDestination['kind'], JobResultHandler>;

export type AiJobServices = TaskServices & { resultHandlers: JobResultHandlers };

/** Another job must end first; this one checks again after `seconds` seconds. */
export class OtherJobFirstError extends Error {
  override readonly name = 'OtherJobFirstError';
  readonly seconds: number;

  constructor(seconds: number) {
    super('Another job comes first');
    this.seconds = seconds;
  }
}
