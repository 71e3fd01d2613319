import { Found, Search } from '@training/shared/search/search';
import { can, router } from '../../http/procedures.ts';
import { search } from './search.ts';

export const searchRouter = router({
  find: can('search:use')
    .input(Search)
    .output(Found)
    .query(({ ctx, input }) => search(ctx, input)),
});
