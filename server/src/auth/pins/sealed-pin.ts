import { z } from 'zod';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { defineSealedColumn, registerSealedColumn, SealedRow } from '../../features/secrets/sealed-column.ts';
import { UserPinEntity } from './pin.entity.ts';

/** Stores the hashes of PINs. */
export const PIN_HASH_COLUMN = defineSealedColumn({
  table: 'user_pins',
  column: 'sealed',
  keyId: 'key_id',
  noun: 'PIN',
  row: SealedRow.extend({ version: z.int() }),
  bindingOf: ({ workspaceId, id, version }) => [workspaceId, 'user_pin', id, String(version)],
  labelsOf: () => ({}),
});

/** PINs, for the operator's commands. Someone without a PIN chooses a new one with a sign-in code. */
export const REWRAPPABLE_PIN_HASH_COLUMN = registerSealedColumn(PIN_HASH_COLUMN, {
  rewrapped: ({ id }) => ({ action: 'user.pin_rewrapped', subject: { kind: 'user', id, name: 'a person' } }),
  discard: (ctx, { id }) =>
    inTransaction(ctx, async (em) => {
      if ((await em.nativeDelete(UserPinEntity, { workspaceId: ctx.workspace.id, id })) === 0) return;
      await recordEvent(em, ctx, { action: 'user.pin_discarded', subject: { kind: 'user', id, name: 'a person' } });
    }),
});
