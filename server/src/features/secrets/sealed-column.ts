import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context, Workspace } from '../../core/context.ts';
import type { SealBinding, SealedText } from '../../platform/encryption/sealing.ts';
import type { UntypedEvent } from '../events/record-event.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';

type SealedStatements = ReturnType<typeof defineSealedStatements>;

/** Maximum number of rows read or moved by one statement. */
const BATCH = 500;

const KeyUse = z.strictObject({ keyId: z.string(), secrets: z.int(), workspaces: z.int() });

/**
 * Statements for one column of secrets across all workspaces. Each row has the given properties, those of the
 * workspace, and the encrypted text. The latter have snake-case names, which no property has.
 */
function defineSealedStatements(
  { table, column, keyId }: { table: string; column: string; keyId: string },
  properties: string[],
) {
  const wanted = properties.map((property) => `t.${columnOf(property)} as "${property}"`);
  const select = `
select ${wanted.join(', ')}, t.${keyId} as sealed_key_id, t.${column} as sealed_bytes,
  w.slug as workspace_slug, w.name as workspace_name
from ${table} t join workspaces w on w.id = t.workspace_id
where t.${column} is not null`;
  const next = `${select} and (t.workspace_id, t.id) > (:workspaceId::uuid, :id::uuid)
order by t.workspace_id, t.id limit ${BATCH}` as const;
  const crossTenant = { scope: 'cross_tenant', row: z.looseObject({}) } as const;
  const statementName = (what: string) => `${what}-${table}.${column}`;
  return {
    /** Counts secrets and workspaces per encryption key. */
    inUse: defineStatement({
      name: statementName('keys-in-use'),
      scope: 'cross_tenant',
      sql: `
select ${keyId} as "keyId", count(*)::integer as secrets, count(distinct workspace_id)::integer as workspaces
from ${table} where ${column} is not null group by ${keyId} order by ${keyId}`,
      row: KeyUse,
    }),
    all: defineStatement({
      ...crossTenant,
      name: statementName('secrets'),
      sql: `${select} order by t.workspace_id, t.id`,
    }),
    /** Selects all secrets encrypted under one key. */
    under: defineStatement({
      ...crossTenant,
      name: statementName('secrets-under'),
      sql: `${select} and t.${keyId} = :keyId` as const,
    }),
    /** Selects the rows after a given one, in order. */
    next: defineStatement({ ...crossTenant, name: statementName('next-secrets'), sql: next }),
    /** Selects the rows after a given one, and locks them. */
    holdNext: defineStatement({
      ...crossTenant,
      name: statementName('hold-next-secrets'),
      sql: `${next} for update of t` as const,
    }),
    /** Selects the rows after a given one whose secrets have the former format, in order, and locks them. */
    holdFormer: defineStatement({
      ...crossTenant,
      name: statementName('hold-former-secrets'),
      sql: `${select} and get_byte(t.${column}, 0) = 1 and ${runsBackgroundWorkSql('t.workspace_id')}
  and (t.workspace_id, t.id) > (:workspaceId::uuid, :id::uuid)
order by t.workspace_id, t.id limit ${BATCH} for update of t` as const,
    }),
    /** Selects and locks one row, if its secret still has the same encryption key. */
    hold: defineStatement({
      ...crossTenant,
      name: statementName('hold-secret'),
      sql: `${select} and t.workspace_id = :workspaceId and t.id = :id and t.${keyId} = :keyId
for update of t` as const,
    }),
    /** Replaces the encrypted texts of rows. */
    move: defineStatement({
      name: statementName('move-secrets'),
      scope: 'cross_tenant',
      sql: `
update ${table} t set ${keyId} = :keyId, ${column} = moved.sealed
from unnest(:workspaceIds::uuid[], :ids::uuid[], :sealed::bytea[]) as moved (workspace_id, id, sealed)
where t.workspace_id = moved.workspace_id and t.id = moved.id` as const,
    }),
    /** Selects the current state of given rows. */
    these: defineStatement({
      ...crossTenant,
      name: statementName('these-secrets'),
      sql: `${select}
and (t.workspace_id, t.id) in (select * from unnest(:workspaceIds::uuid[], :ids::uuid[]))` as const,
    }),
  };
}

/** Converts an entity's property name to a column name. */
const columnOf = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Common fields of every row with a secret: `workspace_id` and `id`, its primary key. */
export const SealedRow = z.object({ workspaceId: Id, id: Id });
export type SealedRow = z.infer<typeof SealedRow>;

/** Audit entry for a moved secret; the key ids are added the same way for all columns. */
type Rewrapped = Pick<UntypedEvent, 'action' | 'subject'>;

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
  bindingOf: (row: Row) => SealBinding;
  /** Binding of texts in the former format, if the column has any. */
  formerBindingOf?: (row: Row) => SealBinding;
  /** Labels of the row for the operator, besides its workspace and id. */
  labelsOf: (row: Row) => Readonly<Record<string, string>>;
};

/** A secret of any workspace, as read by the operator's commands. */
export type StoredSecret = SealedRow &
  SealedText & {
    workspace: Workspace;
    binding: SealBinding;
    formerBinding: SealBinding | undefined;
    labels: Readonly<Record<string, string>>;
    /** The row as returned by the database. */
    answered: object;
  };

/** A column of secrets with an opaque row type. */
export type AnySealedColumn = Pick<Definition<SealedRow>, 'table' | 'column' | 'keyId' | 'noun'> & {
  readonly statements: SealedStatements;
  secretOf(answered: object): StoredSecret;
};

export type SealedColumn<Row extends SealedRow> = AnySealedColumn & {
  readonly bindingOf: Definition<Row>['bindingOf'];
  readonly formerBindingOf: Definition<Row>['formerBindingOf'] | undefined;
  rowOf(answered: object): Row;
};

/** A column of secrets with the operations of the operator's commands. */
export type RegisteredColumn = AnySealedColumn & {
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

/** Defines a column of encrypted secrets, with the statements that read and replace them. */
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
