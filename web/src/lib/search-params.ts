/** Returns the value of one URL parameter, which the router has parsed as JSON; undefined if it isn't valid. */
type Parameter<Value> = (given: unknown) => Value | undefined;

type Parameters = Record<string, Parameter<unknown>>;

type Search<Names extends Parameters> = { [Name in keyof Names]?: ReturnType<Names[Name]> };

/**
 * Returns the `validateSearch` of a route: keeps the valid ones of its parameters. It uses no zod, because the routes
 * are part of every page (docs/decisions/050).
 */
export function createSearchParamsValidator<Names extends Parameters>(parameters: Names) {
  return (given: Record<string, unknown>): Search<Names> => {
    const search: Search<Names> = {};
    for (const name in parameters) {
      const value = parameters[name]?.(given[name]);
      // An invalid one stays as undefined: the router would add what is missing as the address has it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a generic parameter isn't resolved
      if (value !== undefined || name in given) search[name] = value as Search<Names>[typeof name];
    }
    return search;
  };
}

/** A text in the URL. The router parses `?q=42` as a number, so it is converted back. */
export const textParameter: Parameter<string> = (given) =>
  typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    ? String(given).trim().slice(0, 200) || undefined
    : undefined;

/** Accepts a text of at most `most` characters that only the page or the server can check, such as a cursor. */
export const createOpaqueTextParameter =
  (most: number): Parameter<string> =>
  (given) =>
    typeof given === 'string' && given.length <= most ? given : undefined;

/**
 * A value of a list that only the page knows, such as an audit action. The page ignores unknown values. Validating here
 * would add the list to the routes, which every page loads.
 */
export const wordParameter = createOpaqueTextParameter(60);

/** Accepts the keys of `values`. */
export const createOneOfParameter =
  <Value extends string>(values: Record<Value, true>): Parameter<Value> =>
  (given) => {
    for (const value in values) if (value === given) return value;
    return undefined;
  };

export const booleanParameter: Parameter<boolean> = (given) => (typeof given === 'boolean' ? given : undefined);

export const createIntegerParameter =
  (least: number, most: number): Parameter<number> =>
  (given) =>
    typeof given === 'number' && Number.isSafeInteger(given) && given >= least && given <= most ? given : undefined;

/** A page number in the URL, from 1; absent for the first page. */
export const pageNumberParameter = createIntegerParameter(1, 1_000_000);

/** An id: a UUID in any case. */
export const idParameter: Parameter<string> = (given) =>
  typeof given === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given)
    ? given.toLowerCase()
    : undefined;

/** A day as YYYY-MM-DD that the calendar has. */
export const dayParameter: Parameter<string> = (given) => {
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(given)) return undefined;
  const time = Date.parse(given);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(given) ? given : undefined;
};

/** Returns the `limit` and `offset` of a page. */
export function limitAndOffsetOf(page: number | undefined, limit: number) {
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Returns the page number that begins at `offset`, for the URL. */
export function pageNumberAt(offset: number, limit: number): number | undefined {
  return offset === 0 ? undefined : Math.floor(offset / limit) + 1;
}
