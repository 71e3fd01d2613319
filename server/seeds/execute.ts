import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

/** The seeds' own SQL: it fills whole tables once, nobody's request runs it, and it reads back next to nothing. */
export async function execute<Row extends object>(em: EntityManager, sql: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery<Row>(CompiledQuery.raw(sql, values));
  return rows;
}
