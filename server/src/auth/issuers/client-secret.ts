import { z } from 'zod';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { defineSealedColumn, registerSealedColumn, SealedRow } from '../../features/secrets/sealed-column.ts';
import { IssuerEntity } from './issuer.entity.ts';

/** Stores our secrets at issuers. Each is bound to the issuer that it is sent to. */
export const CLIENT_SECRET_COLUMN = defineSealedColumn({
  table: 'sign_in_issuers',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'client secret',
  row: SealedRow.extend({ issuer: z.string(), clientId: z.string() }),
  bindingOf: ({ workspaceId, id, issuer, clientId }) => [workspaceId, 'client_secret', id, issuer, clientId],
  labelsOf: ({ issuer }) => ({ issuer }),
});

export const auditSubjectOfIssuer = ({ id, issuer }: { id: string; issuer: string }) => ({
  kind: 'issuer',
  id,
  name: issuer,
});

/** Client secrets, for the operator's commands. Super admins save the issuer of a discarded one again. */
export const REWRAPPABLE_CLIENT_SECRET_COLUMN = registerSealedColumn(CLIENT_SECRET_COLUMN, {
  rewrapped: (row) => ({ action: 'issuer.secret_rewrapped', subject: auditSubjectOfIssuer(row) }),
  discard: (ctx, { id, issuer }) =>
    inTransaction(ctx, async (em) => {
      if ((await em.nativeDelete(IssuerEntity, { workspaceId: ctx.workspace.id, id })) === 0) return;
      await recordEvent(em, ctx, { action: 'issuer.secret_discarded', subject: auditSubjectOfIssuer({ id, issuer }) });
    }),
});
