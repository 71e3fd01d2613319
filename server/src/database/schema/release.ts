import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import type { OperatorDatabase } from '../database.ts';
import { hasTable } from './has-table.ts';
import { SchemaReleaseEntity } from './schema-release.entity.ts';
import { defineStatement, type StatementRunner } from '../statements/statement.ts';

export const SERVER_RELEASE = packageJson.version;

/**
 * Oldest release that works on the schema of this one. Raise it to the release before, together with a migration that
 * removes what only older ones use (rules/operation 14).
 */
const OLDEST_RELEASE = '0.1.0';

const SchemaRelease = z.strictObject({ release: z.string(), oldest: z.string() });

const READ = defineStatement({
  name: 'read-schema-release',
  scope: 'global',
  row: SchemaRelease,
  sql: 'select release, oldest from schema_release',
});

/** Returns true if `release` came out before `other`. Both have the form 1.2.3. */
function isBefore(release: string, other: string): boolean {
  const [mine, others] = [release, other].map((each) => each.split('.').map(Number));
  const at = (mine ?? []).findIndex((part, index) => part !== others?.[index]);
  return at >= 0 && (mine?.[at] ?? 0) < (others?.[at] ?? 0);
}

/** Returns the release whose schema the database has, and whether this release works on it. */
export async function compareSchemaRelease(
  on: StatementRunner,
): Promise<{ release: string; oldest: string; isLater: boolean; isTooLate: boolean } | undefined> {
  if (!(await hasTable(on, 'schema_release'))) return undefined;
  const found = await READ.first(on);
  if (!found) return undefined;
  return {
    ...found,
    isLater: isBefore(SERVER_RELEASE, found.release),
    isTooLate: isBefore(SERVER_RELEASE, found.oldest),
  };
}

export async function saveSchemaRelease({ em }: Pick<OperatorDatabase, 'em'>): Promise<void> {
  await em.fork().upsert(SchemaReleaseEntity, { isOnly: true, release: SERVER_RELEASE, oldest: OLDEST_RELEASE });
}
