import type { FieldError } from '@training/shared/problem';
import type { Translator } from '@training/shared/i18n/translator';
import { translatorWithoutReactOf } from '../i18n/catalogues.ts';
import { language } from '../i18n/language.ts';

/** What the server says in English about a refusal. */
export interface Refusal {
  code: string;
  detail: string;
  /** Invalid fields; undefined if only the detail names them. */
  errors?: readonly FieldError[];
  /** For a 423: since when, formatted, and by whom. */
  lock?: { since: string; by: string | null } | undefined;
  /** Seconds until a retry may succeed. */
  seconds?: number | undefined;
}

/** An invalid field, as the console shows it. */
export interface FieldErrorInWords extends FieldError {
  /** True if there is only the server's English message. */
  isEnglish?: boolean;
}

type Words = Translator<'errors'> | null;

/** The catalogue of refusals. English needs none, because the server's own text says more. */
const words: Words = language === 'en' ? null : translatorWithoutReactOf('errors');

/** Maximum number of invalid fields that a refusal names. */
const NAMED_FIELDS = 3;

/** Returns a refusal in the console's language; the server's English text if its code is unknown here. */
export function refusalInWords({ code, detail, errors, lock, seconds }: Refusal, t: Words = words): string {
  if (t === null) return detail;
  if (code === 'content_locked' && lock) {
    const { since, by: name } = lock;
    return name === null ? t('content_locked.since', { since }) : t('content_locked.by', { since, name });
  }
  if (code === 'rate_limited' && seconds !== undefined) return t('rate_limited.after', { seconds });
  if (code === 'invalid_request') {
    // Only the detail says which field it is.
    if (errors === undefined) return detail;
    const named = errors.filter(({ path }) => path !== '');
    if (named.length === 0) return t(code);
    const fields = named
      .slice(0, NAMED_FIELDS)
      .map((field) => `${field.path}: ${translateFieldError(field, t).message}`)
      .join('; ');
    const count = named.length - NAMED_FIELDS;
    return count > 0 ? t('invalid_request.more', { fields, count }) : t('invalid_request.named', { fields });
  }
  return t.has(code) ? t(code) : detail;
}

/** Returns an invalid field in the console's language. */
export function translateFieldError(field: FieldError, t: Words = words): FieldErrorInWords {
  if (t === null) return field;
  const key = `field.${field.code}`;
  return t.has(key) ? { ...field, message: t(key) } : { ...field, isEnglish: true };
}

/** Returns the seconds of a `Retry-After` header; undefined if there is none. */
export function retryAfterSecondsOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return Number.isInteger(seconds) && seconds > 0 ? seconds : undefined;
}
