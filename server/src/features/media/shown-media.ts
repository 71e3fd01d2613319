/** SQL for what learners see of the media of an item, as an object to append; explanations come with the answer. */
export const SHOWN_MEDIA = `case when item ? 'media' then jsonb_build_object('media',
  jsonb_path_query_array(item, '$.media[*] ? (@.at != "explanation")')) else '{}' end` as const;
