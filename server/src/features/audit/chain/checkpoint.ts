import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { Keyring } from '../../../platform/encryption/keyring.ts';
import { isSignedBy, publicKeysOf, signWith } from '../../../platform/encryption/signing-key.ts';

/** The end of a workspace's chain, signed by the installation. A copy kept elsewhere reveals later truncation. */
export const Checkpoint = z.object({ entries: z.int(), head: z.string(), key: z.string(), signature: z.string() });
export type Checkpoint = z.infer<typeof Checkpoint>;

type End = Pick<Checkpoint, 'entries' | 'head'>;

export function signCheckpoint(keyring: Keyring, workspaceId: string, end: End): Checkpoint {
  const { key, signature } = signWith(keyring, signedBytes(workspaceId, end));
  return { ...end, key: key.kid, signature };
}

/** Returns true if a key of the keyring signed the checkpoint for this workspace. */
export function isCheckpointOf(keyring: Keyring, workspaceId: string, checkpoint: Checkpoint): boolean {
  const key = publicKeysOf(keyring).find(({ kid }) => kid === checkpoint.key);
  return key !== undefined && isSignedBy(key, signedBytes(workspaceId, checkpoint), checkpoint.signature);
}

/** Canonical JSON (RFC 8785) that a receiver can reproduce from the webhook's body. */
function signedBytes(workspace_id: string, { entries, head }: End): Uint8Array {
  return Buffer.from(canonicalize({ format: 'audit-checkpoint-1', workspace_id, entries, head }) ?? '');
}
