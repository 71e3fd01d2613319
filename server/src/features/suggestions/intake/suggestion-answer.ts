/** SQL for the intake's response for a row of `suggestions`. */
export const SUGGESTION_ANSWER = `json_build_object(
  'id', id, 'status', status, 'title', title, 'source_name', source_name, 'source_url', source_url,
  'department_id', department_id, 'created_at', to_iso(created_at), 'duplicate_of', duplicate_of)::text as json` as const;
