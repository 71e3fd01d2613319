import type pg from 'pg';

/**
 * Writes past what protects the audit log, as the owner of its tables can: without triggers and foreign keys, for this
 * one transaction.
 */
export async function tamper(pool: pg.Pool, sql: string, parameters: unknown[] = []): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin;
      alter table completion_evidence disable trigger completion_evidence_is_kept;
      set local session_replication_role = replica;
      alter table audit_events disable trigger audit_events_are_kept;
      alter table audit_chain disable trigger audit_chain_is_kept`);
    await client.query(sql, parameters);
    await client.query(`
      alter table audit_events enable always trigger audit_events_are_kept;
      alter table audit_chain enable always trigger audit_chain_is_kept;
      alter table completion_evidence enable trigger completion_evidence_is_kept;
      commit`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
