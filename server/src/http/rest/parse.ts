import { AppError } from '../../core/errors.ts';
import type { QueryParameterType } from './procedure-meta.ts';
import type { RestOperation } from './operations.ts';
import type { FieldError } from '@training/shared/problem';

/**
 * Parses the query according to the declared types. Text that doesn't have the declared form stays text, so that the
 * schema refuses it with its own message: nothing is coerced (rules/api 6).
 * @throws AppError `invalid_request` for a parameter that doesn't exist or is given twice
 */
export function parseQuery(query: string, declared: Record<string, QueryParameterType>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const fields: FieldError[] = [];
  for (const [name, text] of new URLSearchParams(query)) {
    const kind = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!kind) {
      fields.push({ path: name, code: 'unrecognized_key', message: `There is no such parameter; ${known(declared)}` });
    } else if (Object.hasOwn(values, name)) {
      fields.push({ path: name, code: 'repeated', message: 'Give it once' });
    } else {
      values[name] = valueOf(text, kind);
    }
  }
  if (fields.length > 0) {
    throw new AppError('invalid_request', `${fields[0]!.path}: ${fields[0]!.message}`, { fields });
  }
  return values;
}

function known(declared: Record<string, QueryParameterType>): string {
  const names = Object.keys(declared);
  return names.length > 0 ? `there are ${names.join(', ')}` : 'this operation takes none';
}

function valueOf(text: string, kind: QueryParameterType): unknown {
  switch (kind) {
    case 'integer':
      return /^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return text.split(',');
    case 'text':
      return text;
  }
}

/**
 * Merges the body's fields and the parameters into the procedure's input.
 * @throws AppError `invalid_request` if the body isn't an object or has fields that belong elsewhere
 */
export function restInputOf(
  body: unknown,
  parameters: Record<string, unknown>,
  { query, inPath }: Pick<RestOperation, 'query' | 'inPath'>,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid_request', 'The body must be a JSON object.', {
      fields: [{ path: '', code: 'invalid_type', message: 'Must be a JSON object' }],
    });
  }
  const misplaced = Object.keys(body).filter((key) => Object.hasOwn(query, key) || inPath.includes(key));
  if (misplaced.length > 0) {
    const fields = misplaced.map((path) => ({
      path,
      code: 'unrecognized_key',
      message: `It belongs in the ${inPath.includes(path) ? 'path' : 'query'}, not in the body`,
    }));
    throw new AppError('invalid_request', `${misplaced[0]}: ${fields[0]!.message}`, { fields });
  }
  return { ...body, ...parameters };
}
