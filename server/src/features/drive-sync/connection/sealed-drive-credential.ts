import { DriveKind } from '@training/shared/drives/drives';
import { z } from 'zod';
import { defineSealedColumn, SealedRow } from '../../secrets/sealed-column.ts';

/** Stores the credentials of drives as encrypted JSON, bound to the host that receives them and to the app. */
export const DRIVE_CREDENTIAL_COLUMN = defineSealedColumn({
  table: 'drive_connections',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'drive credential',
  row: SealedRow.extend({
    kind: DriveKind,
    auth: z.string(),
    appId: z.string(),
    account: z.string(),
    version: z.int(),
  }),
  bindingOf: ({ workspaceId, id, kind, auth, appId, version }) => [
    workspaceId,
    'drive_credential',
    id,
    String(version),
    kind,
    auth,
    appId,
  ],
  labelsOf: ({ kind, account }) => ({ kind, account }),
});
