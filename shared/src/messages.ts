import { z } from 'zod';

/** The message for a required field that is missing. */
export const REQUIRED = 'Required';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number, such as 0.8',
  int: 'a whole number, in plain digits',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  guid: 'a UUID',
  uuid: 'a UUID',
  url: 'a link',
  date: 'a date, such as 2026-01-31',
  datetime: 'a UTC time, such as 2026-01-31T08:30:00Z',
};

z.config({ customError: sayIssue });

/** Returns the message for a validation issue. API clients and forms show the same text. */
function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED;
      return `Must be ${KINDS[kindOf(issue)] ?? issue.expected}${issue.input === null ? ', not null' : ''}`;
    case 'too_small':
      if (issue.origin === 'string') return 'Must not be empty';
      if (issue.origin === 'array') return `Must have at least ${inDigits(issue.minimum)}`;
      return `Must be at least ${inDigits(issue.minimum)}`;
    case 'too_big':
      if (issue.origin === 'string') return `Must have at most ${inDigits(issue.maximum)} characters`;
      if (issue.origin === 'array') return `Must have at most ${inDigits(issue.maximum)}`;
      return `Must be at most ${inDigits(issue.maximum)}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return FORMATS[issue.format] && `Must be ${FORMATS[issue.format]}`;
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')}; leave it out`;
    case 'invalid_union':
      if (Array.isArray(issue.options)) return isMissing(issue) ? REQUIRED : oneOf(issue.options);
      return sayForms(issue.errors);
    default:
      return undefined;
  }
}

/**
 * Returns the expected type. For input that is no number at all, zod reports "number" even where an integer is
 * required.
 */
function kindOf({ expected, inst }: Extract<z.core.$ZodRawIssue, { code: 'invalid_type' }>): string {
  const def = inst?._zod.def;
  if (expected !== 'number' || def === undefined) return expected;
  const checks = 'checks' in def ? def.checks : undefined;
  const isWhole = 'format' in def || checks?.some((check) => check._zod.def.check === 'number_format');
  return isWhole ? 'int' : expected;
}

/**
 * Describes the errors of the union member that was probably meant, the one with the fewest missing or unknown fields.
 * Joins all candidates if that is ambiguous.
 */
function sayForms(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const least = Math.min(...forms.map(fieldsAmiss));
  const meant = forms.filter((issues) => fieldsAmiss(issues) === least);
  const said = new Set(meant.map((issues) => issues.map(atItsPath).join(', ')));
  return [...said].join(', or ').replaceAll(', or Must be ', ', or ');
}

const fieldsAmiss = (issues: readonly z.core.$ZodIssue[]) =>
  issues.filter(({ code, message }) => code === 'unrecognized_keys' || message === REQUIRED).length;

const atItsPath = ({ path, message }: z.core.$ZodIssue) => [...path, message].join(': ');

/** Adds thousands separators, because the zeros of 1000000 are hard to count. */
function inDigits(bound: number | bigint): string {
  return bound.toLocaleString('en');
}

function oneOf(values: readonly unknown[]): string {
  return `Must be one of ${values.join(', ')}`;
}

/** Returns true if the discriminator of a union is missing. */
function isMissing({ input, discriminator }: { input?: unknown; discriminator?: unknown }): boolean {
  return typeof input === 'object' && input !== null && !Object.hasOwn(input, String(discriminator));
}
