import type { Database } from '../src/database/database.ts';
import { TENANT_ENTITIES } from '../src/database/schema/entities.ts';

/** The log, its chain, and what is made of its events. */
const OF_THE_LOG = ['audit_events', 'audit_chain', 'outgoing_events', 'event_sequences'];

/** A transaction of a person or a token that changed rows and recorded no event, as the tables that it changed. */
export type Watch = { unrecorded(): Promise<string[]> };

/**
 * Watches a database for changes that people and tokens make without a record of it (rules/events 1). Whatever they
 * write holds them first (rules/users 12, rules/tokens 8), by which their transactions are told from those of jobs and
 * of the tests themselves.
 */
export async function watchUnrecorded({ pool }: Database): Promise<Watch> {
  const watched = TENANT_ENTITIES.map(({ meta }) => meta.tableName).filter((table) => !OF_THE_LOG.includes(table));
  await pool.query(`
    create schema watch;
    create unlogged table watch.changes (transaction xid8 not null, name text not null);
    create function watch.note() returns trigger language plpgsql as $$
    begin
      if current_setting('watch.held', true) = pg_current_xact_id()::text and new is distinct from old then
        insert into watch.changes values (pg_current_xact_id(), tg_table_name);
      end if;
      return null;
    end $$;
    create function watch.held(who uuid) returns void language sql as $$
      select set_config('watch.held', pg_current_xact_id()::text, true) where who is not null
    $$;
    ${watched
      .map(
        (table) =>
          `create trigger watched after insert or update or delete on ${table} for each row execute function watch.note()`,
      )
      .join(';')};
    create trigger watched after insert on audit_events for each row execute function watch.note();
    alter function guard_token rename to guard_token_unwatched;
    alter function guard_user rename to guard_user_unwatched;
    create function guard_token(workspace uuid, token uuid) returns boolean language plpgsql as $$
    begin
      perform watch.held(token);
      return guard_token_unwatched(workspace, token);
    end $$;
    create function guard_user(workspace uuid, person uuid, its_role text, its_department uuid) returns boolean
    language plpgsql as $$
    begin
      perform watch.held(person);
      return guard_user_unwatched(workspace, person, its_role, its_department);
    end $$;`);
  return {
    async unrecorded() {
      const { rows } = await pool.query<{ tables: string }>(
        `with gone as (delete from watch.changes returning *)
         select distinct string_agg(distinct name, ' ' order by name) as tables from gone
         group by transaction having not bool_or(name = 'audit_events') order by 1`,
      );
      return rows.map(({ tables }) => tables);
    },
  };
}
