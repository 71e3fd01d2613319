/** Returns SQL for how a cycle was attested; null where it was completed here or not at all. */
export const attestationJsonSql = <const Row extends string>(row: Row) =>
  `(
  select json_build_object('id', a.id, 'completed_on', a.completed_on, 'source', a.source, 'reference', a.reference,
    'score', a.score::float8)
  from attested_completions a where a.workspace_id = :workspaceId and a.id = ${row}.attested_id)` as const;
