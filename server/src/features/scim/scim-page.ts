import { ScimError } from '../../core/scim-error.ts';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Most resources of a page. A larger count is lowered, as RFC 7644 allows (3.4.2.4). */
export const MAX_RESOURCES_PER_SCIM_PAGE = 200;

export type ListQuery = { filter: string | undefined; limit: number; offset: number };

export type ScimPage = {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Record<string, unknown>[];
};

/** @throws ScimError `invalidValue` for a `startIndex` or `count` that is no number */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const startIndex = Math.max(1, wholeNumber(query, 'startIndex') ?? 1);
  const count = Math.max(0, wholeNumber(query, 'count') ?? 100);
  return {
    filter: query.get('filter') ?? undefined,
    limit: Math.min(count, MAX_RESOURCES_PER_SCIM_PAGE),
    offset: Math.min(startIndex - 1, 10_000_000),
  };
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw new ScimError(400, `${name}: send a whole number.`, { scimType: 'invalidValue' });
}

export function scimPageOf({ offset }: ListQuery, total: number, resources: Record<string, unknown>[]): ScimPage {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Attributes that are always returned. */
const ALWAYS = new Set(['id', 'schemas']);

/**
 * Leaves out the attributes that a client doesn't want, by the parameters `attributes` and `excludedAttributes`. A part
 * of an attribute brings the whole.
 */
export function projectAttributes(resource: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const wanted = namesIn(query.get('attributes'));
  const unwanted = namesIn(query.get('excludedAttributes'));
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  const isKept = (name: string) => {
    const is = (each: string) => name.toLowerCase() === each;
    if (ALWAYS.has(name)) return true;
    return wanted.length > 0
      ? wanted.some((each) => is(each.split('.')[0]!) || is(each) || each.startsWith(`${name.toLowerCase()}:`))
      : !unwanted.some(is);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

function namesIn(list: string | null): string[] {
  return (list ?? '')
    .split(',')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''),
    )
    .filter(Boolean);
}
