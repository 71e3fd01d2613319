import { config, type z } from 'zod';
import { contractMessage } from '#contract';

export { contractMessage } from '#contract';

// Not by `z`, whose calls the console's build leaves out where their result isn't used.
config({ customError: sayIssue });

/** Returns the message for a validation issue. API clients and forms show the same, each in its language. */
function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return contractMessage('required');
      return contractMessage(issue.input === null ? 'typeNotNull' : 'type', {
        kind: kindOf(issue),
        expected: issue.expected,
      });
    case 'too_small':
      if (issue.origin === 'string') return contractMessage('notEmpty');
      return contractMessage(issue.origin === 'array' ? 'atLeastItems' : 'atLeast', { minimum: Number(issue.minimum) });
    case 'too_big':
      if (issue.origin === 'string') return contractMessage('atMostCharacters', { maximum: Number(issue.maximum) });
      return contractMessage(issue.origin === 'array' ? 'atMostItems' : 'atMost', { maximum: Number(issue.maximum) });
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return ofFormat(issue.format);
    case 'unrecognized_keys':
      return contractMessage('noSuchField', { fields: issue.keys.join(', ') });
    case 'invalid_union':
      if (Array.isArray(issue.options)) return isMissing(issue) ? contractMessage('required') : oneOf(issue.options);
      return sayForms(issue.errors);
    default:
      return undefined;
  }
}

function ofFormat(format: string): string | undefined {
  switch (format) {
    case 'guid':
    case 'uuid':
      return contractMessage('format.uuid');
    case 'email':
    case 'url':
    case 'date':
    case 'datetime':
      return contractMessage(`format.${format}`);
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
  return [...said].reduce((one, other) => contractMessage('either', { one, other }));
}

const fieldsAmiss = (issues: readonly z.core.$ZodIssue[]) =>
  issues.filter(({ code, message }) => code === 'unrecognized_keys' || message === contractMessage('required')).length;

const atItsPath = ({ path, message }: z.core.$ZodIssue) => [...path, message].join(': ');

function oneOf(values: readonly unknown[]): string {
  return contractMessage('oneOf', { values: values.join(', ') });
}

/** Returns true if the discriminator of a union is missing. */
function isMissing({ input, discriminator }: { input?: unknown; discriminator?: unknown }): boolean {
  return typeof input === 'object' && input !== null && !Object.hasOwn(input, String(discriminator));
}
