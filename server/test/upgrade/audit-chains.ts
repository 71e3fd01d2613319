import { expect } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { extendAuditChains } from '../../src/features/audit/chain/extend-chain.ts';
import { verifyAuditChain, type ChainVerdict } from '../../src/features/audit/chain/verify-chain.ts';

const DAY = 86_400_000;

/** Returns the verdict of `wtp audit verify` on each workspace, by its slug. */
export async function auditChains(db: Database): Promise<Map<string, ChainVerdict>> {
  const { rows } = await db.pool.query<{ id: string; slug: string; name: string }>(
    'select id, slug, name from workspaces',
  );
  const verdicts = new Map<string, ChainVerdict>();
  for (const workspace of rows) verdicts.set(workspace.slug, await verifyAuditChain({ db, workspace }));
  return verdicts;
}

/** Gives all events their places, as a server does, and expects them behind those that have had one. */
export async function expectChainsToGoOn(db: Database): Promise<void> {
  const former = await auditChains(db);
  await extendAuditChains(db, DAY, new AbortController().signal);
  for (const [slug, { events, ...verdict }] of await auditChains(db)) {
    const before = former.get(slug)!;
    // Workspaces of tests were made without the entry that a log begins with.
    expect(before.broken, slug).toBeUndefined();
    expect(verdict.broken, slug).toBeUndefined();
    expect(verdict, slug).toMatchObject({ unsealed: 0, head: expect.any(String) });
    expect(events, slug).toBe(before.events + before.unsealed);
  }
}
