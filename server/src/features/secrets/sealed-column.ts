import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context, Workspace } from '../../context.ts';
import type { Binding, Sealed } from '../../platform/encryption/sealing.ts';
import type { RecordedChange } from '../events/record-event.ts';
import { defineSealedStatements, type SealedStatements } from './sealed-statements.ts';

/** What every row that holds a secret has: `workspace_id` and `id`, its primary key. */
export const SealedRow = z.object({ workspaceId: Id, id: Id });
export type SealedRow = z.infer<typeof SealedRow>;

/** How it is recorded that one was moved; from which key to which is said for all columns alike. */
type Rewrapped = Pick<RecordedChange, 'action' | 'subject'>;

/** What a column of secrets says of itself. A table with two secrets in a row defines two. */
type Definition<Row extends SealedRow> = {
  table: string;
  /** Of the domain `sealed_secret`. Null where the row has no secret at the moment, if it may be null. */
  column: string;
  /** The column that names the key of the keyring; null exactly where the secret is. */
  keyId: string;
  /** What the operator calls one, such as "provider key"; its plural takes an s. */
  noun: string;
  /** What names and bindings need of the row, by the names that its entity has for the columns. */
  row: z.ZodType<Row> & { readonly shape: object };
  /**
   * Where the secret belongs: anywhere else it cannot be opened. The workspace, a purpose that no other column has, the
   * row, a version that grows with each new secret, and whatever of the row says where the secret is sent. It is not
   * stored, so it cannot be changed once rows exist.
   */
  bindingOf: (row: Row) => Binding;
  /** What the column's texts of the format before are bound to, if it has any. */
  formerBindingOf?: (row: Row) => Binding;
  /** What the operator knows the row by, besides its workspace and id. */
  labelsOf: (row: Row) => Readonly<Record<string, string>>;
};

/** A secret of any workspace as the operator's commands read it. */
export type StoredSecret = SealedRow &
  Sealed & {
    workspace: Workspace;
    binding: Binding;
    formerBinding: Binding | undefined;
    labels: Readonly<Record<string, string>>;
    /** The row as the database answered it. */
    answered: object;
  };

/** A column of secrets whose rows are only passed on, whatever they are. */
export type StoredColumn = Pick<Definition<SealedRow>, 'table' | 'column' | 'keyId' | 'noun'> & {
  readonly statements: SealedStatements;
  secretOf(answered: object): StoredSecret;
};

export type SealedColumn<Row extends SealedRow> = StoredColumn & {
  readonly bindingOf: Definition<Row>['bindingOf'];
  readonly formerBindingOf: Definition<Row>['formerBindingOf'] | undefined;
  rowOf(answered: object): Row;
};

/** A column of secrets with all that the operator's commands do to it. */
export type RegisteredColumn = StoredColumn & {
  /** What the audit log says when a secret was sealed under another encryption key. */
  rewrapped(secret: StoredSecret): Rewrapped;
  /** Gives up a secret that cannot be opened any more, in `ctx.transaction`, as its owner would. */
  discard(ctx: Context, secret: StoredSecret): Promise<void>;
};

/** Underscores keep these names apart from those of `row`. */
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

/** Apart from `defineSealedColumn`, since sealing and opening need none of it. */
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
