import { isStorable, NOT_STORABLE } from '@training/shared/primitives';
import { AppError } from '../errors.ts';

/**
 * Refuses what no text of ours may hold, wherever it stands in what a caller sends: schemas say what is meant, and one
 * that forgets this would let PostgreSQL answer 500. Without recursion, because callers nest as deep as they like.
 * @throws AppError `invalid_request` that says where it stands
 */
export function assertStorable(input: unknown): void {
  const waiting: { value: unknown; path: string }[] = [{ value: input, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) throw notStorable(path);
    if (!isPlain(value)) continue;
    for (const [key, part] of Object.entries(value)) {
      if (!isStorable(key)) throw notStorable(path);
      waiting.push({ value: part, path: path ? `${path}.${key}` : key });
    }
  }
}

/** What JSON makes: an upload arrives as a stream of bytes, which its procedure reads. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

function notStorable(path: string): AppError {
  return new AppError('invalid_request', `${path || 'The request'}: ${NOT_STORABLE}`, {
    fields: [{ path, code: 'custom', message: NOT_STORABLE }],
  });
}
