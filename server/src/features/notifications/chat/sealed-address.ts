import { ChatKind } from '@training/shared/notifications/chat';
import { z } from 'zod';
import { defineSealedColumn, SealedRow } from '../../secrets/sealed-column.ts';

/** Stores the URLs of chat channels, encrypted and bound to their host: a row with another host can't be decrypted. */
export const SEALED_ADDRESS = defineSealedColumn({
  table: 'chat_connections',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'chat address',
  row: SealedRow.extend({ kind: ChatKind, name: z.string(), host: z.string(), version: z.int() }),
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
