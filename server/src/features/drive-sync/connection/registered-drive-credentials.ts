import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { registerSealedColumn } from '../../secrets/sealed-column.ts';
import { driveSubject } from './drive-subject.ts';
import { needReconnecting } from './need-reconnecting.ts';
import { DRIVE_CREDENTIAL } from './sealed-drive-credential.ts';

const FORGET = defineStatement({
  name: 'forget-drive-credential',
  scope: 'tenant',
  sql: `
update drive_connections set sealed = null, key_id = null where workspace_id = :workspaceId and id = :id`,
});

/** Credentials of drives, for the operator's commands. A drive that loses its credential must be reconnected. */
export const DRIVE_CREDENTIALS = registerSealedColumn(DRIVE_CREDENTIAL, {
  rewrapped: (row) => ({ action: 'drive.credential_rewrapped', subject: driveSubject(row) }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      await FORGET.run(em, { workspaceId: ctx.workspace.id, id });
      await needReconnecting(em, ctx, { id }, 'undecryptable');
    }),
});
