import { inTransaction } from '../../../core/transaction.ts';
import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { DriveConnectionEntity } from './drive-connection.entity.ts';
import { driveSubject } from './drive-subject.ts';
import { needReconnecting } from './need-reconnecting.ts';
import { DRIVE_CREDENTIAL } from './sealed-drive-credential.ts';

/** Credentials of drives, for the operator's commands. A drive that loses its credential must be reconnected. */
export const DRIVE_CREDENTIALS = registerSealedColumn(DRIVE_CREDENTIAL, {
  rewrapped: (row) => ({ action: 'drive.credential_rewrapped', subject: driveSubject(row) }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      const named = { workspaceId: ctx.workspace.id, id };
      await em.nativeUpdate(DriveConnectionEntity, named, { sealed: null, keyId: null });
      await needReconnecting(em, ctx, { id }, 'undecryptable');
    }),
});
