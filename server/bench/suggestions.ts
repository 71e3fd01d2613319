import type pg from 'pg';

const WANTED = 5_000;

/**
 * Fills the Recommended queue where it is not, each suggestion with its seven keys. A server that starts while the
 * tables are empty plans to read them whole, and keeps such a plan while they grow.
 */
export async function storeSuggestions(pool: pg.Pool, workspaceId: string): Promise<void> {
  await pool.query(
    `with missing as (
       select n from generate_series(1, $2::integer) n
       where not exists (select from suggestions where workspace_id = $1 offset $2 - 1)
     ), written as (
       insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, source_url,
         document, created_at)
       select $1, new_id(now()), 'pending', 'Article ' || n, repeat('What was found on day ' || n || '. ', 100),
         sha256(convert_to('Article ' || n, 'UTF8')), 'Wiki ' || n % 20, 'wiki ' || n % 20,
         'https://wiki.example/' || n, hashtextextended('wiki ' || n, 0), now()
       from missing
       returning id, source_key
     )
     insert into suggestion_keys (workspace_id, key, source_key, suggestion_id)
     select $1, hashtextextended(id::text, seed), source_key, id from written, generate_series(1, 7) seed`,
    [workspaceId, WANTED],
  );
  await pool.query('vacuum (analyze) suggestions, suggestion_keys');
}
