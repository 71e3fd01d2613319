import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';

export type SealedStatements = ReturnType<typeof defineSealedStatements>;

/** Maximum number of rows read or moved by one statement. */
const BATCH = 500;

const KeyUse = z.strictObject({ keyId: z.string(), secrets: z.int(), workspaces: z.int() });

/**
 * Statements for one column of secrets across all workspaces. Each row has the given properties, those of the
 * workspace, and the encrypted text. The latter have snake-case names, which no property has.
 */
export function defineSealedStatements(
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
      sql: `${select} and t.${keyId} = :keyId order by t.workspace_id, t.id` as const,
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
      sql: `${select} and get_byte(t.${column}, 0) = 1 and (t.workspace_id, t.id) > (:workspaceId::uuid, :id::uuid)
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
