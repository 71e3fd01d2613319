import { Id, After } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchWord } from '../../lib/search-params.ts';

/** The filters and the cursor of the notification log in the URL. */
export const SentSearch = z.object({
  event: Id.optional().catch(undefined),
  person: Id.optional().catch(undefined),
  category: SearchWord,
  channel: SearchWord,
  state: SearchWord,
  after: After.optional().catch(undefined),
});
export type SentSearch = z.infer<typeof SentSearch>;
