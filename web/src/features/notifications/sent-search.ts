import type { PageCursor } from '@training/shared/primitives';
import { readFieldText } from '../../lib/json.ts';
import { idParameter, createSearchParamsValidator, wordParameter } from '../../lib/search-params.ts';

/** The cursor; its `at` is checked by the server. */
function cursor(given: unknown): PageCursor | undefined {
  const [at, id] = [readFieldText(given, 'at'), idParameter(readFieldText(given, 'id'))];
  return at === undefined || Number.isNaN(Date.parse(at)) || id === undefined ? undefined : { at, id };
}

/** The filters and the cursor of the notification log in the URL. */
export const SentNotificationsSearchParams = createSearchParamsValidator({
  event: idParameter,
  person: idParameter,
  category: wordParameter,
  channel: wordParameter,
  state: wordParameter,
  after: cursor,
});
export type SentNotificationsSearchParams = ReturnType<typeof SentNotificationsSearchParams>;
