import { GLOBAL_ENTITIES } from '../src/database/schema/entities.ts';

/** The server's own schemas, for SQL: that of the workspaces, and that of what belongs to none of them. */
export const OUR_SCHEMAS = `'public', 'directory'`;

/** Tables without a workspace's rows; the ORM keeps `migrations` itself. */
export const GLOBAL_TABLES = [...GLOBAL_ENTITIES.map(({ meta }) => meta.tableName), 'migrations'].toSorted();
