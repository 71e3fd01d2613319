import type { EntityManager } from '@mikro-orm/postgresql';
import type { AiFeature } from '@training/shared/ai-features';
import type { TaskServices, Workspace } from '../../../context.ts';
import type { Database } from '../../../database/database.ts';
import type { Destination } from '../jobs/destination.ts';

/** What a job made, for whoever takes it. */
export type Delivery = {
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

/** Who takes results of each kind; `jobs.ts` registers them, since they stand above this feature. */
export type Deliveries = Record<Destination['kind'], Deliver>;

export type AiJobServices = TaskServices & { deliveries: Deliveries };
