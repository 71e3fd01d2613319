import { z } from 'zod';
import type { ShardSettings } from '../database/database.ts';
import { SHARD_HINT_ROUTERS } from '../database/statements/shard-hint.ts';

/** Addresses of databases, separated by commas. */
export const DatabaseUrlList = z
  .string()
  .transform((urls) => urls.split(',').map((url) => url.trim()))
  .pipe(
    z.array(
      z.string().regex(/^postgres(ql)?:\/\//, 'Must be addresses that start with postgresql://, separated by commas'),
    ),
  )
  .default([]);

export const ShardEnvironment = z.object({
  SHARD_URLS: DatabaseUrlList,
  SHARD_HINT: z.enum(SHARD_HINT_ROUTERS, `Must be one of: ${SHARD_HINT_ROUTERS.join(', ')}`).optional(),
});

type Given = z.infer<typeof ShardEnvironment> & { DATABASE_URL?: string | undefined; DATABASE_READ_URL: string[] };

/** @throws Error that says which settings don't go together */
export function readShardSettings({ SHARD_URLS: urls, SHARD_HINT: hint, ...given }: Given): ShardSettings {
  if (urls.length > 0 !== (hint !== undefined)) {
    throw new Error('SHARD_URLS and SHARD_HINT go together: set both or none');
  }
  if (urls.length > 0 && given.DATABASE_URL === undefined) {
    throw new Error('SHARD_URLS: needs DATABASE_URL, the address of the router in front of these databases');
  }
  if (urls.length > 0 && given.DATABASE_READ_URL.length > 0) {
    throw new Error('DATABASE_READ_URL: the router of SHARD_URLS has replicas of its own; set only one of the two');
  }
  return { urls, hints: hint !== undefined };
}
