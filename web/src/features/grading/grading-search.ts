import { z } from 'zod';
import { SearchWord } from '../../lib/search-params.ts';

/** Answers or appeals only; both without it. */
export const GradingSearch = z.object({ task: SearchWord });
