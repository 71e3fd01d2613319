import { z } from 'zod';
import { contractMessage } from '#contract';
// All schemas build on this file, so that they share its messages.
import './messages.ts';
import { countCodePoints, hasVisibleCharacter, isStorableText } from './text.ts';

/** A text of `min` to `max` code points (rules/values 4). A required text may not be blank. */
export function textSchema(min: number, max: number) {
  return z
    .string()
    .superRefine((value, ctx) => {
      if (!isStorableText(value)) {
        ctx.addIssue({ code: 'custom', message: contractMessage('unicode') });
        return;
      }
      const length = value.length <= max && value.length > min * 2 ? value.length : countCodePoints(value);
      if (length > max) {
        ctx.addIssue({
          code: 'too_big',
          origin: 'string',
          maximum: max,
          input: value,
          message: contractMessage('atMostCharacters', { maximum: max }),
        });
      } else if (length < min || (min > 0 && value.trim() === '')) {
        ctx.addIssue({
          code: 'too_small',
          origin: 'string',
          minimum: min,
          input: value,
          message: contractMessage('notEmpty'),
        });
      }
    })
    .meta({ minLength: min, maxLength: max, ...(min > 0 && { pattern: '^(?=[\\s\\S]*\\S)[^\\u0000]*$' }) });
}

/** The JSON Schema pattern: visible content, and no control characters or line separators. */
const SINGLE_LINE = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';

/** Matches line breaks, other control characters, and characters that change the text direction. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * A one-line name: no line breaks, and trimmed when parsed.
 * @param base A string that is changed before it is checked.
 */
export function labelSchema(max: number, base = z.string()) {
  const within = textSchema(1, max);
  return base
    .trim()
    .superRefine((value, ctx) => {
      const parsed = within.safeParse(value);
      for (const issue of parsed.error?.issues ?? []) ctx.addIssue({ code: 'custom', message: issue.message });
      if (value && !hasVisibleCharacter(value)) ctx.addIssue({ code: 'custom', message: contractMessage('visible') });
      if (HIDDEN.test(value)) ctx.addIssue({ code: 'custom', message: contractMessage('singleLine') });
    })
    .meta({ minLength: 1, maxLength: max, pattern: SINGLE_LINE });
}

/** An id given by a caller: any well-formed UUID in any case. Generated ids are UUIDv7. */
export const Id = z
  .guid()
  .toLowerCase()
  .meta({
    format: 'uuid',
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    examples: ['0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6'],
  });

/**
 * An e-mail address, trimmed and lower-cased: it identifies a user within a workspace (rules/users 2). Accepts every
 * address that a browser's `type=email` accepts (rules/values 5), so that addresses from other sign-up systems aren't
 * refused.
 */
export const Email = z
  .string()
  .trim()
  // Checked before lower-casing: some non-ASCII letters become ASCII then, and would match another person's address.
  .refine((value) => /^[\x21-\x7e]*$/.test(value), {
    error: () => contractMessage('plainEmail'),
    abort: true,
  })
  .toLowerCase()
  .max(254)
  .check(z.email({ pattern: z.regexes.html5Email }))
  .meta({ format: 'email', examples: ['ana.souza@example.com'] });

/**
 * The number that an HR system gives a person: free text, trimmed and in Unicode's composed form (NFC), then compared
 * exactly (rules/users 21).
 */
export const ExternalId = labelSchema(100, z.string().normalize('NFC')).meta({ examples: ['004711'] });

const Url = z.url();

/** A link that is shown to people, so http and https only. */
export const HttpUrl = textSchema(1, 2048)
  .refine((value) => /^https?:\/\/[^\s\p{Cc}/?#][^\s\p{Cc}]*$/iu.test(value) && Url.safeParse(value).success, {
    error: () => contractMessage('wholeLink'),
    abort: true,
  })
  // Either can make a link look as if it led to another host.
  .refine((value) => !/^https?:\/\/[^/?#\\]*@/i.test(value), { error: () => contractMessage('linkWithoutPassword') })
  .refine((value) => !/\p{Bidi_Control}/u.test(value), { error: () => contractMessage('linkWithoutTurns') })
  .meta({
    format: 'uri',
    minLength: 1,
    maxLength: 2048,
    pattern: '^https?://',
    examples: ['https://wiki.example.com/pages/42'],
  });

/** A moment in responses: UTC, ISO 8601 with milliseconds and `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  examples: ['2026-03-01T08:30:00.000Z'],
});

/** A moment in requests: a date (midnight UTC) or a time with `Z` or an offset, from 1970 to 9999. */
export const MomentInput = z
  .union(
    [
      z.iso.date().meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      z.iso
        .datetime({ offset: true })
        .meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$' }),
    ],
    { error: ({ input }) => (typeof input === 'string' ? contractMessage('dateOrTime') : undefined) },
  )
  .refine(
    (value) => {
      const time = Date.parse(value);
      return time >= 0 && time < Date.UTC(10_000, 0);
    },
    { error: () => contractMessage('between1970And9999') },
  )
  .meta({ examples: ['2026-01-01', '2026-01-01T00:00:00Z'] });

/** A ratio between 0 and 1 with four decimals; null if the denominator is 0. */
export const NullableRatio = z.number().min(0).max(1).nullable();

export const Count = z.int().min(0);

export const PageLimit = z.int().min(1).max(500);
export const PageOffset = z.int().min(0).max(2_147_483_647);

/** A day in the workspace's time zone, as YYYY-MM-DD. */
export const LocalDay = z.iso
  .date()
  .refine((day) => !day.startsWith('0000'), { error: () => contractMessage('noYear0') });

/** A cursor: the next page begins after the item with this time and id. */
export const PageCursor = z.strictObject({ at: Timestamp, id: Id });
export type PageCursor = z.infer<typeof PageCursor>;
