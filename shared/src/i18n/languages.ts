import { z } from 'zod';
import { contractMessage } from '#contract';

/** Returns the one spelling of a language's code (`pt-BR` for `pt-br`); null if `Intl` can't name the language. */
function canonicalCode(code: string): string | null {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * The code of a language (BCP 47), such as `de` or `pt-BR`, in its one spelling when parsed. The server says which ones
 * it has.
 */
export const Language = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, { error: () => contractMessage('languageCode'), abort: true })
  .refine((code) => canonicalCode(code) !== null, { error: () => contractMessage('languageCode'), abort: true })
  .overwrite((code) => canonicalCode(code) ?? code)
  .meta({ examples: ['de'] });

export const ChooseLanguage = z.strictObject({ language: Language });
export type ChooseLanguage = z.infer<typeof ChooseLanguage>;
