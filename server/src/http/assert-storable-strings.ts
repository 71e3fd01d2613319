import { contractMessage } from '@training/shared/messages';
import { isStorableText } from '@training/shared/text';
import { AppError } from '../core/errors.ts';

/** Position of a value: its key and the position of the parent. */
type Place = { value: object; key: string | number; within: Place | undefined };

/**
 * Refuses strings that PostgreSQL can't store, anywhere in the input. Schemas can forget this check, and PostgreSQL
 * would then cause a 500. Isn't recursive, because callers can nest as deep as they like, and allocates nothing for
 * scalar values, because callers can send as many as they like.
 * @param rows The field whose rows are left out, because the procedure refuses them one by one.
 * @throws AppError `invalid_request` that names the position
 */
export function assertStorableStrings(input: unknown, rows?: string): void {
  const waiting: Place[] = [];
  const look = (value: unknown, key: string | number, within: Place | undefined) => {
    if (typeof value === 'string' && !isStorableText(value)) throw notStorable(pathTo(key, within));
    if (isPlain(value)) waiting.push({ value, key, within });
  };
  look(input, '', undefined);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, key, within } = next;
    if (Array.isArray(value)) {
      for (let n = 0; n < value.length; n++) look(value[n], n, next);
      continue;
    }
    for (const [name, part] of Object.entries(value)) {
      if (!isStorableText(name)) throw notStorable(pathTo(key, within));
      if (next.within || name !== rows) look(part, name, next);
    }
  }
}

/** Returns true for JSON objects and arrays. An upload arrives as a byte stream, which its procedure reads. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function pathTo(key: string | number, within: Place | undefined): string {
  const keys = [key];
  for (let place = within; place; place = place.within) keys.push(place.key);
  return keys.reverse().slice(1).join('.');
}

function notStorable(path: string): AppError {
  return new AppError('invalid_request', `${path || 'The request'}: ${contractMessage('unicode')}`, {
    fields: [{ path, code: 'custom', message: contractMessage('unicode') }],
  });
}
