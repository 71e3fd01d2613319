import { z } from 'zod';
import { defineSealedColumn, SealedRow } from '../secrets/sealed-column.ts';

/** Stores the secrets of endpoints, as `whsec_` and base64. */
export const SEALED_WEBHOOK_SECRET_COLUMN = defineSealedColumn({
  table: 'webhook_secrets',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'webhook secret',
  row: SealedRow.extend({ endpointId: z.uuid(), version: z.int() }),
  bindingOf: ({ workspaceId, endpointId, id, version }) => [
    workspaceId,
    'webhook_secret',
    endpointId,
    id,
    String(version),
  ],
  labelsOf: ({ endpointId, version }) => ({ endpoint: endpointId, version: String(version) }),
});
