import { z } from 'zod';
import { SearchWord } from '../../lib/search-params.ts';

/** Filters by answers or appeals; both if absent. */
export const GradingSearch = z.object({ task: SearchWord });
