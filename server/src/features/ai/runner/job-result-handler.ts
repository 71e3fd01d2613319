import type { EntityManager } from '@mikro-orm/postgresql';
import type { AiFeature } from '@training/shared/ai-features';
import type { ErrorCode } from '@training/shared/errors';
import type { TaskServices, Workspace } from '../../../context.ts';
import type { Database } from '../../../database/database.ts';
import type { StoredFile } from '../features/feature.ts';
import type { Destination } from '../jobs/destination.ts';

/** What a job made, for whoever takes it. */
export type Delivery = {
  /** The job. */
  id: string;
  workspace: Workspace;
  destination: Destination;
  createdBy: string;
  feature: AiFeature;
  input: unknown;
  /** The JSON of the feature's result. */
  result: string;
};

/**
 * Takes a result, in the transaction that ends the job: both happen or neither. It takes its own locks first; the job's
 * row comes after them.
 */
export type Deliver = (em: EntityManager, db: Database, delivery: Delivery) => Promise<void>;

/** A job that has failed, for whoever was to have its result. */
export type JobFailure = Omit<Delivery, 'input' | 'result'> & { code: ErrorCode; detail: string };

/** Who has to do with the jobs of one kind of destination. */
export type Receiver = {
  deliver: Deliver;
  /** Hears that there will be no result, as `deliver` would have heard of one. */
  fail?: (em: EntityManager, db: Database, failure: JobFailure) => Promise<void>;
  /**
   * What such a job works on now, in place of what it was started with.
   * @throws OtherFirst where another is to end before
   */
  input?: (
    db: Database,
    job: Pick<Delivery, 'id' | 'workspace' | 'destination' | 'feature' | 'input'>,
  ) => Promise<unknown>;
  /** What such jobs read in place of an uploaded file; undefined where it is not there any more. */
  file?: (db: Database, job: { workspace: Workspace; destination: Destination }) => Promise<StoredFile | undefined>;
};

/** Who takes results of each kind; `jobs.ts` registers them, since they stand above this feature. */
export type Receivers = Record<Destination['kind'], Receiver>;

export type AiJobServices = TaskServices & { receivers: Receivers };

/** Another job is to end before this one begins, which looks again after so many seconds. */
export class OtherFirst extends Error {
  override readonly name = 'OtherFirst';
  readonly seconds: number;

  constructor(seconds: number) {
    super('Another job comes first');
    this.seconds = seconds;
  }
}
