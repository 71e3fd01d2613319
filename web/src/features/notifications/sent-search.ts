import type { After } from '@training/shared/primitives';
import { textOf } from '../../lib/json.ts';
import { idParameter, searchOf, searchWord } from '../../lib/search-params.ts';

/** The cursor; its `at` is checked by the server. */
function cursor(given: unknown): After | undefined {
  const [at, id] = [textOf(given, 'at'), idParameter(textOf(given, 'id'))];
  return at === undefined || Number.isNaN(Date.parse(at)) || id === undefined ? undefined : { at, id };
}

/** The filters and the cursor of the notification log in the URL. */
export const SentSearch = searchOf({
  event: idParameter,
  person: idParameter,
  category: searchWord,
  channel: searchWord,
  state: searchWord,
  after: cursor,
});
export type SentSearch = ReturnType<typeof SentSearch>;
