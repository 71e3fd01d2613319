import type { Context } from './context.ts';
import type { ScimError } from './scim-error.ts';

export const SCIM_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Most bytes of a body. */
export const MAX_SCIM_BODY_BYTES = 1024 * 1024;

type Method = (typeof SCIM_METHODS)[number];

export type ScimRequest = {
  /** The resource's id in the path; empty if there is none. */
  id: string;
  query: URLSearchParams;
  body: unknown;
  /** Address of the surface. */
  base: string;
  /** ETags that the request names (RFC 7644, 3.14). */
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  /** Converts an error to the answer to it. */
  errorOf: (error: unknown) => ScimError;
};

/** Base address of the SCIM API, and the version that a change expects. */
export type ScimBaseAndVersion = Pick<ScimRequest, 'base' | 'ifMatch'>;

export type ScimResponse = {
  status: number;
  body?: Record<string, unknown>;
  location?: string;
  version?: string;
  detail?: string;
};

/** A request that an identity provider can send, and the function that answers it. */
export type ScimOperation = {
  method: Method;
  /** Path below the prefix, with `:id`. */
  path: `/${string}`;
  run(ctx: Context, request: ScimRequest): Promise<ScimResponse> | ScimResponse;
  /** Returns how many people the body changes, which have a rate limit of their own. Default: none. */
  people?(body: unknown): number;
};

/** Outcomes of requests that change something or were refused. */
export type ScimOutcomeToRecord = { operation: string; status: number; detail: string | null };
