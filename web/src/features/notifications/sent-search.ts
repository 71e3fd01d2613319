import type { PageCursor } from '@training/shared/primitives';
import { fieldText } from '../../lib/json.ts';
import { idParameter, searchParamsValidator, wordParameter } from '../../lib/search-params.ts';

/** The cursor; its `at` is checked by the server. */
function cursor(given: unknown): PageCursor | undefined {
  const [at, id] = [fieldText(given, 'at'), idParameter(fieldText(given, 'id'))];
  return at === undefined || Number.isNaN(Date.parse(at)) || id === undefined ? undefined : { at, id };
}

/** The filters and the cursor of the notification log in the URL. */
export const SentNotificationsSearchParams = searchParamsValidator({
  event: idParameter,
  person: idParameter,
  category: wordParameter,
  channel: wordParameter,
  state: wordParameter,
  after: cursor,
});
export type SentNotificationsSearchParams = ReturnType<typeof SentNotificationsSearchParams>;
