import { GLOBAL_ENTITIES } from '../src/database/schema/entities.ts';

/** Tables without a workspace's rows; the ORM keeps `migrations` itself. */
export const GLOBAL_TABLES = [...GLOBAL_ENTITIES.map(({ meta }) => meta.tableName), 'migrations'].toSorted();
