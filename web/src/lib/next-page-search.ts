import { z } from 'zod';
import { isConsolePath } from './next-page.ts';

export const ConsolePath = z.string().refine(isConsolePath);

/** What stands in the address of the sign-in page. */
export const SignInSearch = z.object({
  next: ConsolePath.optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});
