import { z } from 'zod';
import { say } from '#contract';

/** The code of a language (BCP 47), such as `de` or `pt-BR`. The server says which ones it has. */
export const Language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, { error: () => say('languageCode') })
  .meta({ examples: ['de'] });

export const ChooseLanguage = z.strictObject({ language: Language });
export type ChooseLanguage = z.infer<typeof ChooseLanguage>;
