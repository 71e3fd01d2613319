import { z } from 'zod';
import { isConsolePath } from './next-page.ts';

export const ConsolePath = z.string().refine(isConsolePath);

/** The URL parameters of the sign-in page. */
export const SignInSearch = z.object({
  next: ConsolePath.optional().catch(undefined),
  error: z.string().optional().catch(undefined),
});
