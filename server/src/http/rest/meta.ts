import type { ErrorCode } from '@training/shared/errors';
import type { Permission } from '@training/shared/permissions';
import type { OpenApiMeta } from 'trpc-to-openapi';

/** How a query parameter's text becomes a value; anything else of that name is refused, never coerced. */
export type QueryParameter = 'text' | 'integer' | 'boolean' | 'list';

export type RestOperation = {
  /** The parameters that the query may hold. For a POST, all other fields are the body. */
  query: Record<string, QueryParameter>;
  /** Reads and writes have limits of their own. */
  kind: 'read' | 'write';
  /** Whether the answer carries an ETag made of the catalog's revision. */
  conditional: boolean;
  /** What it can be refused for, beside what every operation can be. */
  errors: ErrorCode[];
};

/** A procedure that takes a file as its whole input, as `application/octet-stream`, and how long it may be in bytes. */
export type FileInput = { most: number };

export type ProcedureMeta = OpenApiMeta<{ permission?: Permission; operation?: RestOperation; file?: FileInput }>;

type Declaration = {
  operationId: string;
  summary: string;
  description: string;
  query?: Record<string, QueryParameter>;
  conditional?: boolean;
  errors?: ErrorCode[];
};

/** Makes a procedure an operation of the REST surface: the routes and the OpenAPI document both come from this. */
export function rest(method: 'GET' | 'POST', path: `/${string}`, declaration: Declaration): ProcedureMeta {
  const { query = {}, conditional = false, errors = [], ...openapi } = declaration;
  return {
    // Our errors are problem+json, not the generator's: the document adds them from `errors`.
    openapi: { method, path, protect: true, errorResponses: [], ...openapi },
    operation: { query, kind: method === 'GET' ? 'read' : 'write', conditional, errors },
  };
}
