import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { ChainedEvent, CHAINED_EVENT_JSON_SQL } from './chain-hash.ts';

const PAGE = 500;

const EXPORT_ENTRIES = defineStatement({
  name: 'export-audit-chain',
  scope: 'tenant',
  replica: true,
  row: z.strictObject({
    hash: z.string(),
    event_hash: z.string(),
    event: ChainedEvent.nullable(),
  }),
  sql: `
select encode(c.hash, 'hex') as hash, encode(c.event_hash, 'hex') as event_hash,
  case when e.id is not null then ${CHAINED_EVENT_JSON_SQL} end as event
from audit_chain c
left join audit_events e on e.workspace_id = :workspaceId and e.at = c.event_at and e.id = c.event_id
where c.workspace_id = :workspaceId and c.position > :after::bigint and c.position <= :to::bigint
order by c.position limit :limit`,
});

/** A line: an event with its entry's hash, or only an event's hash. */
export const ChainLine = z.union([
  z.strictObject({ event: ChainedEvent, hash: z.string() }),
  z.strictObject({ event_hash: z.string() }),
]);
export type ChainLine = z.infer<typeof ChainLine>;

/**
 * Yields the chain of a workspace as lines of JSON, up to the entry `to`. Events not `wanted` are replaced by their
 * hash, so that the chain can still be verified.
 */
export async function* streamChainLines(
  { db, workspace }: Pick<Context, 'db' | 'workspace'>,
  to: number,
  wanted: (event: ChainedEvent) => boolean,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let after = 0; after < to; after += PAGE) {
    const page = await EXPORT_ENTRIES.all(db.pool, { workspaceId: workspace.id, after, to, limit: PAGE });
    const text = page.map(({ event, event_hash, hash }) =>
      JSON.stringify(event && wanted(event) ? { event, hash } : { event_hash }),
    );
    if (text.length > 0) yield encoder.encode(`${text.join('\n')}\n`);
  }
}
