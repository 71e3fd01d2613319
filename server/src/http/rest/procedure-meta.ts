import type { ErrorCode } from '@training/shared/errors';
import type { Permission } from '@training/shared/permissions';
import type { OpenApiMeta } from 'trpc-to-openapi';

/** Type of a query parameter. Text of any other form is refused, never coerced. */
export type QueryParameterType = 'text' | 'integer' | 'boolean' | 'list';

export type RestOperationOptions = {
  /** Query parameters of the operation. All other fields of a POST are in the body. */
  query: Record<string, QueryParameterType>;
  /** Reads and writes have separate rate limits. */
  kind: 'read' | 'write';
  /** Source of the response's ETag: the catalog's revision, known before the response is built, or its content. */
  conditional?: 'catalog' | 'content';
  /** Maximum size of the body in bytes; 1 MiB if absent. */
  mostBytes?: number;
  /** Returns the number of people in an input, which have a rate limit of their own. */
  people?: (input: unknown) => number;
  /** Field with rows that the procedure checks by itself, and refuses one by one in `results` of its answer. */
  rows?: string;
  /** True if the specification doesn't have the operation. */
  isAddition?: true;
  /** Media types of the file that it answers, in place of JSON. */
  file?: string[];
  /** True if a repetition is harmless without an `Idempotency-Key`, so that it can wait for storage without a slot. */
  isRepeatable?: true;
  /** Errors of this operation, in addition to those that all operations can return. */
  errors: ErrorCode[];
};

/**
 * A procedure that takes a file as its whole input, sent as `application/octet-stream`. `most` is the maximum size in
 * bytes.
 */
export type FileInputMeta = { most: number };

export type ProcedureMeta = OpenApiMeta<{
  permission?: Permission;
  operation?: RestOperationOptions;
  file?: FileInputMeta;
}>;

type Declaration = {
  operationId: string;
  summary: string;
  description: string;
  query?: Record<string, QueryParameterType>;
  errors?: ErrorCode[];
} & Pick<
  RestOperationOptions,
  'conditional' | 'mostBytes' | 'people' | 'rows' | 'isAddition' | 'file' | 'isRepeatable'
>;

/**
 * Declares a procedure as an operation of the REST API. A field in braces, such as `/paths/{id}`, is read from the
 * address. Both the routes and the OpenAPI document are built from it.
 */
export function createRestOperationMeta(
  method: 'GET' | 'POST',
  path: `/${string}`,
  declaration: Declaration,
): ProcedureMeta {
  const {
    query = {},
    conditional,
    errors = [],
    mostBytes,
    people,
    rows,
    isAddition,
    file,
    isRepeatable,
    ...openapi
  } = declaration;
  return {
    // Our errors are problem+json, unlike the generator's. The document adds them from `errors`.
    openapi: { method, path, protect: true, errorResponses: [], ...openapi },
    operation: {
      query,
      kind: method === 'GET' ? 'read' : 'write',
      errors,
      ...(conditional && { conditional }),
      ...(mostBytes && { mostBytes }),
      ...(people && { people }),
      ...(rows && { rows }),
      ...(isAddition && { isAddition }),
      ...(file && { file }),
      ...(isRepeatable && { isRepeatable }),
    },
  };
}
