import { z } from 'zod';
import canonicalize from 'canonicalize';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import { createSystemContextFields, type Context, type TaskServices } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { Keyring } from '../../../platform/encryption/keyring.ts';
import { isSignedBy, signingPublicKeysOf, signWithKeyring } from '../../../platform/encryption/signing-key.ts';

const Grown = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  entries: z.number(),
  head: z.string(),
});

/**
 * Chains that have grown by more than their last checkpoint's own entry, in workspaces with a webhook for checkpoints.
 */
const GROWN = defineStatement({
  name: 'audit-chains-for-checkpoints',
  scope: 'cross_tenant',
  unprepared: true,
  row: Grown,
  sql: `
select w.id, w.slug, w.name, c.position::float as entries, encode(c.hash, 'hex') as head
from workspaces w
cross join lateral (
  select position, hash from audit_chain where workspace_id = w.id order by position desc limit 1) c
left join lateral (
  select (changes ->> 'entries')::bigint as entries from audit_events
  where workspace_id = w.id and action = 'audit.checkpoint' order by at desc, id desc limit 1) last on true
where c.position > coalesce(last.entries + 1, 0) and ${runsBackgroundWorkSql('w.id')} and exists (
  select from webhook_endpoints p
  where p.workspace_id = w.id and p.state <> 'removed' and 'audit.checkpoint' = any(p.types))`,
});

/** Sends the signed end of each workspace's chain to its webhooks, once a day (rules/audit 11). */
export async function sendAuditCheckpoints({
  db,
  ai,
  stopping,
}: Pick<TaskServices, 'db' | 'ai' | 'stopping'>): Promise<void> {
  async function send({ id, slug, name, ...end }: z.infer<typeof Grown>): Promise<void> {
    const workspace = { id, slug, name };
    const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Server') };
    const checkpoint = signCheckpoint(ai.keyring, id, end);
    await inTransaction(ctx, (em) =>
      recordEvent(em, ctx, {
        action: 'audit.checkpoint',
        subject: { kind: 'workspace', id, name },
        changes: { ...end },
        outgoing: checkpoint,
      }),
    );
  }
  await processEachAndThrowFirstFailure(await GROWN.all(db.pool), send, () => stopping.aborted);
}

/** The end of a workspace's chain, signed by the installation. A copy kept elsewhere reveals later truncation. */
export const SignedAuditCheckpoint = z.object({
  entries: z.int(),
  head: z.string(),
  key: z.string(),
  signature: z.string(),
});
export type SignedAuditCheckpoint = z.infer<typeof SignedAuditCheckpoint>;

type End = Pick<SignedAuditCheckpoint, 'entries' | 'head'>;

function signCheckpoint(keyring: Keyring, workspaceId: string, end: End): SignedAuditCheckpoint {
  const { key, signature } = signWithKeyring(keyring, signedBytes(workspaceId, end));
  return { ...end, key: key.kid, signature };
}

/** Returns true if a key of the keyring signed the checkpoint for this workspace. */
export function isSignedCheckpointOf(
  keyring: Keyring,
  workspaceId: string,
  checkpoint: SignedAuditCheckpoint,
): boolean {
  const key = signingPublicKeysOf(keyring).find(({ kid }) => kid === checkpoint.key);
  return key !== undefined && isSignedBy(key, signedBytes(workspaceId, checkpoint), checkpoint.signature);
}

/** Canonical JSON (RFC 8785) that a receiver can reproduce from the webhook's body. */
function signedBytes(workspace_id: string, { entries, head }: End): Uint8Array {
  return Buffer.from(canonicalize({ format: 'audit-checkpoint-1', workspace_id, entries, head }) ?? '');
}
