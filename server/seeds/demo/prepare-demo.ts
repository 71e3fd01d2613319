import type { Database } from '../../src/database/database.ts';

/**
 * Makes the demo workspace in a database that has no workspace yet; an operator who makes their own first never sees
 * it.
 */
export async function prepareDemo(db: Database, say: (line: string) => void): Promise<void> {
  const { rows } = await db.pool.query('select 1 from workspaces limit 1');
  if (rows.length > 0) return;
  const started = performance.now();
  const { storeDemo } = await import('./store-demo.ts');
  await storeDemo(db, new Date());
  say(`Made the demo workspace … ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
