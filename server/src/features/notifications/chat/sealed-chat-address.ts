import { z } from 'zod';
import { ChatServiceKind } from '@training/shared/notifications/chat';
import type { Keyring } from '../../../platform/encryption/keyring.ts';
import type { ChatAddress } from '../../../providers/chat/chat-services.ts';
import { decryptSecret } from '../../secrets/sealed-secret.ts';
import { defineSealedColumn, SealedRow } from '../../secrets/sealed-column.ts';

/** Stores the URLs of chat channels, encrypted and bound to their host: a row with another host can't be decrypted. */
export const SEALED_CHAT_ADDRESS_COLUMN = defineSealedColumn({
  table: 'chat_connections',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'chat address',
  row: SealedRow.extend({ kind: ChatServiceKind, name: z.string(), host: z.string(), version: z.int() }),
  bindingOf: ({ workspaceId, id, kind, host, version }) => [
    workspaceId,
    'chat_address',
    id,
    String(version),
    kind,
    host,
  ],
  labelsOf: ({ kind, name }) => ({ kind, name }),
});

/** The data needed to send to a channel, with its URL still encrypted. */
export const SealedChannel = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  kind: ChatServiceKind,
  name: z.string(),
  host: z.string(),
  keyId: z.string(),
  sealed: z.instanceof(Buffer),
  version: z.int(),
});
export type SealedChannel = z.infer<typeof SealedChannel>;

/** The columns of `SealedChannel`, from `chat_connections c`. */
export const SEALED_CHANNEL_COLUMNS_SQL =
  `c.workspace_id as "workspaceId", c.id, c.kind, c.name, c.host, c.key_id as "keyId", c.sealed,
  c.version` as const;

/** The encrypted content, as JSON. */
const Sealed = z.strictObject({ url: z.string(), secret: z.string().nullable() });

/** Returns the URL and secret of a channel as JSON, the text that is encrypted. */
export const serializeChatAddress = (address: z.infer<typeof Sealed>): string => JSON.stringify(Sealed.parse(address));

type Log = { error(fields: object, message: string): void };

/** Decrypts the URL of a channel. Returns undefined and logs an error if this server can't. */
export function decryptChatAddress(
  { keyring, log }: { keyring: Keyring; log: Log },
  channel: SealedChannel,
): ChatAddress | undefined {
  const opened = decryptSecret(keyring, SEALED_CHAT_ADDRESS_COLUMN, channel);
  if ('reason' in opened) {
    const { workspaceId: workspace_id, id: chat_id, keyId: key_id } = channel;
    log.error({ workspace_id, chat_id, key_id, reason: opened.reason }, 'Couldn’t decrypt a chat address');
    return undefined;
  }
  return { kind: channel.kind, ...Sealed.parse(JSON.parse(opened.text)) };
}
