import { filter, parse, type Filter } from 'scim2-parse-filter';
import { ScimError } from '../../core/scim-error.ts';
import { withoutSchemaPrefix } from './scim-user.ts';

/** Characters of a filter. Its parser is recursive. */
const LONGEST = 500;

/** A line break in quotes makes the parser's time exponential, and no attribute has one. */
const CONTROL = /\p{Cc}/u;

const invalid = (detail: string) => new ScimError(400, detail, { scimType: 'invalidFilter' });

/** Parses a filter of RFC 7644, 3.4.2.2. @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Filter {
  if (text.length > LONGEST || CONTROL.test(text)) {
    throw invalid(`A filter may have at most ${LONGEST} characters, and no control characters.`);
  }
  try {
    return parse(text);
  } catch {
    throw invalid('The filter can’t be read. Write it like: userName eq "ana@example.com".');
  }
}

/** Returns a function that tells if an object matches. @throws ScimError `invalidFilter` */
export function createFilterMatcher(text: string): (item: unknown) => boolean {
  return filter(parseFilter(text));
}

type Keyed<Key extends string> = { key: Key; value: string };

/** One attribute that a list is searched by, and what else the results must match: `keyed` and `others` together. */
export type KeyedSearch<Key extends string> = Keyed<Key> & {
  matches: (item: unknown) => boolean;
  keyed: Keyed<Key>[];
  others: (item: unknown) => boolean;
};

/**
 * Reads the filter of a list: an attribute of `keys`, alone or combined with other conditions by `and`.
 * @param keys Attributes by their lower-case paths.
 * @throws ScimError `invalidFilter`
 */
export function parseKeyedSearch<Key extends string>(text: string, keys: ReadonlyMap<string, Key>): KeyedSearch<Key> {
  const parsed = parseFilter(text);
  const conditions = conditionsOf(parsed);
  const found = conditions.map((condition) => keyedBy(condition, keys));
  const first = found.find((each) => each !== undefined);
  if (first) {
    const rest = conditions.filter((each, n) => found[n] !== first && !isTypeOfEmail(each));
    const unkeyed = rest.filter((each) => keyedBy(each, keys) === undefined);
    const all = (some: Filter[]) => (item: unknown) => some.every((each) => filter(each)(item));
    return { ...first, matches: all(rest), keyed: found.filter((each) => each !== undefined), others: all(unkeyed) };
  }
  throw invalid(
    `Filter by one of ${[...new Set(keys.values())].join(', ')} with eq, alone or with further conditions by and.`,
  );
}

function keyedBy<Key extends string>(condition: Filter, keys: ReadonlyMap<string, Key>): Keyed<Key> | undefined {
  if (condition.op !== 'eq' || !('compValue' in condition) || typeof condition.compValue !== 'string') return undefined;
  const key = keys.get(withoutSchemaPrefix(condition.attrPath).toLowerCase());
  return key && { key, value: condition.compValue };
}

/** `emails[type eq "work"].value eq "…"` is parsed as two conditions, of which the first only says where to look. */
function isTypeOfEmail(condition: Filter): boolean {
  return condition.op === '[]' && 'attrPath' in condition && condition.attrPath.toLowerCase() === 'emails';
}

function conditionsOf(parsed: Filter): Filter[] {
  if (parsed.op === 'and' && 'filters' in parsed) return parsed.filters.flatMap(conditionsOf);
  const inEmails = isTypeOfEmail(parsed) && 'valFilter' in parsed ? innerOf(parsed.valFilter) : [];
  const value = inEmails.find(({ op, attrPath }) => op === 'eq' && attrPath.toLowerCase() === 'value');
  // `emails[type eq "work" and value eq "…"]`
  return value ? [{ ...value, attrPath: 'emails.value' }] : [spelled(parsed)];
}

/** Returns the conditions in brackets on one attribute each. */
function innerOf(parsed: Filter): Extract<Filter, { attrPath: string }>[] {
  if (parsed.op === 'and' && 'filters' in parsed) return parsed.filters.flatMap(innerOf);
  return 'attrPath' in parsed ? [parsed] : [];
}

/** Some providers write `members eq "id"` or `members[value eq "id"]` instead of `members.value eq "id"`. */
function spelled(condition: Filter): Filter {
  if (!('attrPath' in condition) || condition.attrPath.toLowerCase() !== 'members') return condition;
  if (condition.op !== '[]') return { ...condition, attrPath: 'members.value' };
  const inner = 'valFilter' in condition ? condition.valFilter : condition;
  return inner.op === 'eq' && inner.attrPath === 'value' ? { ...inner, attrPath: 'members.value' } : condition;
}
