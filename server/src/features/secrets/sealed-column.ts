import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context, Workspace } from '../../core/context.ts';
import type { Binding, Sealed } from '../../platform/encryption/sealing.ts';
import type { RecordedChange } from '../events/record-event.ts';
import { defineSealedStatements, type SealedStatements } from './sealed-statements.ts';

/** Common fields of every row with a secret: `workspace_id` and `id`, its primary key. */
export const SealedRow = z.object({ workspaceId: Id, id: Id });
export type SealedRow = z.infer<typeof SealedRow>;

/** Audit entry for a moved secret; the key ids are added the same way for all columns. */
type Rewrapped = Pick<RecordedChange, 'action' | 'subject'>;

/** Definition of a column with secrets. A table with two secrets per row defines two columns. */
type Definition<Row extends SealedRow> = {
  table: string;
  /** Column of the domain `sealed_secret`. Null if the row currently has no secret, where that is allowed. */
  column: string;
  /** Column with the id of the keyring's key; null exactly if the secret is. */
  keyId: string;
  /** The operator's term, such as "provider key"; its plural adds an s. */
  noun: string;
  /** Fields of the row needed for labels and bindings, named as in its entity. */
  row: z.ZodType<Row> & { readonly shape: object };
  /**
   * Context that the secret is bound to: it can't be decrypted anywhere else. Consists of the workspace, a purpose
   * unique to the column, the row, a version that grows with each new secret, and all fields that say where the secret
   * is sent. It isn't stored, so it can't change once rows exist.
   */
  bindingOf: (row: Row) => Binding;
  /** Binding of texts in the former format, if the column has any. */
  formerBindingOf?: (row: Row) => Binding;
  /** Labels of the row for the operator, besides its workspace and id. */
  labelsOf: (row: Row) => Readonly<Record<string, string>>;
};

/** A secret of any workspace, as read by the operator's commands. */
export type StoredSecret = SealedRow &
  Sealed & {
    workspace: Workspace;
    binding: Binding;
    formerBinding: Binding | undefined;
    labels: Readonly<Record<string, string>>;
    /** The row as returned by the database. */
    answered: object;
  };

/** A column of secrets with an opaque row type. */
export type StoredColumn = Pick<Definition<SealedRow>, 'table' | 'column' | 'keyId' | 'noun'> & {
  readonly statements: SealedStatements;
  secretOf(answered: object): StoredSecret;
};

export type SealedColumn<Row extends SealedRow> = StoredColumn & {
  readonly bindingOf: Definition<Row>['bindingOf'];
  readonly formerBindingOf: Definition<Row>['formerBindingOf'] | undefined;
  rowOf(answered: object): Row;
};

/** A column of secrets with the operations of the operator's commands. */
export type RegisteredColumn = StoredColumn & {
  /** Audit entry for a secret that was encrypted again under another key. */
  rewrapped(secret: StoredSecret): Rewrapped;
  /** Discards a secret that can't be decrypted, in `ctx.transaction`, as its owner would. */
  discard(ctx: Context, secret: StoredSecret): Promise<void>;
};

/** Snake case avoids clashes with the names in `row`. */
const Answered = z.object({
  workspaceId: Id,
  id: Id,
  sealed_key_id: z.string(),
  sealed_bytes: z.instanceof(Uint8Array),
  workspace_slug: z.string(),
  workspace_name: z.string(),
});

export function defineSealedColumn<Row extends SealedRow>(definition: Definition<Row>): SealedColumn<Row> {
  const { table, column, keyId, noun, row: schema, bindingOf, formerBindingOf, labelsOf } = definition;
  const place = { table, column, keyId };
  const rowOf = (answered: object) => schema.parse(answered);
  return {
    ...place,
    noun,
    statements: defineSealedStatements(place, Object.keys(schema.shape)),
    rowOf,
    bindingOf,
    formerBindingOf,
    secretOf(answered) {
      const row = rowOf(answered);
      const { workspaceId, id, ...rest } = Answered.parse(answered);
      return {
        workspaceId,
        id,
        keyId: rest.sealed_key_id,
        sealed: rest.sealed_bytes,
        workspace: { id: workspaceId, slug: rest.workspace_slug, name: rest.workspace_name },
        binding: bindingOf(row),
        formerBinding: formerBindingOf?.(row),
        labels: labelsOf(row),
        answered,
      };
    },
  };
}

/**
 * Adds the operator's operations to a column. Separate from `defineSealedColumn`, because encrypting and decrypting
 * don't need them.
 */
export function registerSealedColumn<Row extends SealedRow>(
  column: SealedColumn<Row>,
  operator: { rewrapped: (row: Row) => Rewrapped; discard: (ctx: Context, row: Row) => Promise<unknown> },
): RegisteredColumn {
  return {
    ...column,
    rewrapped: ({ answered }) => operator.rewrapped(column.rowOf(answered)),
    async discard(ctx, { answered }) {
      await operator.discard(ctx, column.rowOf(answered));
    },
  };
}
