/** SQL for the areas of a question, as an object to append, and whether several of them are right. */
export const AREAS_SHOWN_TO_LEARNER_JSON_SQL =
  `case when item ? 'areas' then jsonb_build_object('areas', item -> 'areas')
  || case when jsonb_array_length(item -> 'correct') > 1 then '{"several": true}'::jsonb else '{}' end else '{}' end` as const;

/** SQL for what learners see of the media of an item, as an object to append; explanations come with the answer. */
export const MEDIA_SHOWN_TO_LEARNER_JSON_SQL = `case when item ? 'media' then jsonb_build_object('media',
  jsonb_path_query_array(item, '$.media[*] ? (@.at != "explanation")')) else '{}' end` as const;
