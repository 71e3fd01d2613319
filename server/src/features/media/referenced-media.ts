const named = <const Table extends string, const Column extends string>(table: Table, column: Column) =>
  `select jsonb_path_query(${column}, '$[*].media[*]') as media from ${table} where workspace_id = :workspaceId` as const;

/** SQL for the digests, as `name`, of media that content or people of a workspace name, null among them. */
export const REFERENCED_MEDIA_DIGESTS_SQL = `
select name from (
    ${named('sections', 'items')}
    union all ${named('section_proposals', 'items')}
    union all ${named('review_rounds', 'flashcards')}
    union all ${named('review_rounds', 'quiz')}
    union all ${named('module_revisions', 'flashcards')}
    union all ${named('module_revisions', 'quiz')}) used,
  unnest(array[used.media ->> 'digest', used.media ->> 'captions']) name
union all select picture from users where workspace_id = :workspaceId` as const;
