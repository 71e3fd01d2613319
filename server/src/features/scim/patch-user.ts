import { z } from 'zod';
import { ScimError } from '../../core/scim-error.ts';
import { createFilterMatcher, parseFilter } from './filter.ts';
import { type ScimEmail, type ScimUserDraft, withoutSchemaPrefix } from './scim-user.ts';

/** An operation of a PATCH request (RFC 7644, 3.5.2). Providers write `op` in any case. */
export type PatchOperation = { op: 'add' | 'replace' | 'remove'; path?: string | undefined; value?: unknown };

const MOST_OPERATIONS = 1_000;

const PatchBody = z.object({
  schemas: z.array(z.string()).max(10),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(500).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1),
});

/** @throws ScimError `invalidSyntax`; `tooMany` above 1,000 operations */
export function parsePatchOperations(body: unknown): PatchOperation[] {
  const { data } = PatchBody.safeParse(body);
  if (!data) {
    const words =
      'Send {"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [{"op", "path", "value"}]}.';
    throw new ScimError(400, words, { scimType: 'invalidSyntax' });
  }
  if (data.Operations.length > MOST_OPERATIONS) {
    throw new ScimError(400, `Send at most ${MOST_OPERATIONS} operations at once.`, { scimType: 'tooMany' });
  }
  return data.Operations;
}

type TextField = Exclude<keyof ScimUserDraft, 'active' | 'emails'>;

/** Attributes that are kept, by their path in lower case. All others are ignored, as RFC 7644 allows (3.3). */
const TEXT_FIELDS = new Map<string, TextField>([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['displayname', 'displayName'],
  ['name.formatted', 'formatted'],
  ['name.givenname', 'givenName'],
  ['name.familyname', 'familyName'],
  ['enterprise.employeenumber', 'employeeNumber'],
  ['enterprise.department', 'department'],
  ['enterprise.manager', 'manager'],
  ['enterprise.manager.value', 'manager'],
]);

/** Attributes that have others in them. */
const COMPLEX = new Set(['name', 'enterprise']);

/** Attributes that only the server sets. In a whole resource they are ignored. */
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);

const PATH = /^([a-z$][\w$-]*)(?:\[(.{1,400})\])?((?:\.[a-z$][\w$-]*){0,2})$/i;

type Target = { name: string; filter: string | undefined };

/** Returns undefined for what is no path. Those of other schemas name no attribute of ours. */
export function parseAttributePath(path: string): Target | undefined {
  const written = withoutSchemaPrefix(path);
  if (/^urn:/i.test(written)) return { name: '', filter: undefined };
  const [, name, filter, sub = ''] = PATH.exec(written) ?? [];
  return name === undefined ? undefined : { name: `${name}${sub}`.toLowerCase(), filter };
}

/**
 * Returns the user that a whole resource describes. What isn't in it is undefined.
 * @throws ScimError `invalidSyntax`, `invalidValue`
 */
export function parseScimUser(body: unknown): ScimUserDraft {
  if (!isObject(body)) throw new ScimError(400, 'Send a user as a JSON object.', { scimType: 'invalidSyntax' });
  return applyTo({ emails: [] }, { op: 'replace', value: body });
}

/** Applies operations one after another. @throws ScimError `invalidPath`, `invalidValue`, `mutability`, `noTarget` */
export function applyUserPatch(user: ScimUserDraft, operations: PatchOperation[]): ScimUserDraft {
  let patched = user;
  for (const operation of operations) patched = applyTo(patched, operation);
  return patched;
}

/** Returns true if the operations deactivate the person, whatever else they ask for. */
export const doesPatchDeactivatePerson = (operations: PatchOperation[]): boolean =>
  operations.reduce(
    (isEnded, { op, path, value }) =>
      (path !== undefined && path !== '' ? endsBy(parseAttributePath(path)?.name, op, value) : endsByObject(value)) ??
      isEnded,
    false,
  );

/** Returns true if a whole resource deactivates the person, whatever else is in it. */
export const doesResourceDeactivatePerson = (body: unknown): boolean => endsByObject(body) ?? false;

function endsByObject(value: unknown): boolean | undefined {
  const [, active] = isObject(value)
    ? (Object.entries(value).find(([key]) => parseAttributePath(key)?.name === 'active') ?? [])
    : [];
  return endsBy('active', 'replace', active);
}

/** Returns undefined if neither is asked for. */
function endsBy(name: string | undefined, op: PatchOperation['op'], value: unknown): boolean | undefined {
  const active = name === 'active' && op !== 'remove' ? readTruth(value) : undefined;
  return active === undefined ? undefined : !active;
}

function applyTo(user: ScimUserDraft, { op, path, value }: PatchOperation): ScimUserDraft {
  if (path !== undefined && path !== '') {
    const target = parseAttributePath(path);
    if (!target) throw new ScimError(400, `The path “${path}” can’t be read.`, { scimType: 'invalidPath' });
    if (READ_ONLY.has(target.name)) {
      throw new ScimError(400, `The attribute ${target.name} can’t be changed.`, { scimType: 'mutability' });
    }
    return set(user, op, target, value);
  }
  if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', { scimType: 'noTarget' });
  if (!isObject(value)) {
    throw new ScimError(400, 'An operation without a path needs an object as its value.', { scimType: 'invalidValue' });
  }
  let patched = user;
  for (const [key, part] of Object.entries(value)) {
    const target = parseAttributePath(key);
    if (target) patched = set(patched, op, target, part);
  }
  return patched;
}

function set(user: ScimUserDraft, op: PatchOperation['op'], target: Target, value: unknown): ScimUserDraft {
  const { name, filter } = target;
  if (name === 'emails' || name.startsWith('emails.')) {
    return { ...user, emails: setEmails(user.emails ?? [], op, target, value) };
  }
  if (filter !== undefined) return user;
  if (name === 'active') return { ...user, active: op === 'remove' || value === null ? undefined : truthOf(value) };
  const field = TEXT_FIELDS.get(name);
  if (field) return { ...user, [field]: op === 'remove' ? undefined : parseScimText(field, value) };
  if (!COMPLEX.has(name)) return user;
  let patched = user;
  if (op === 'remove' || value === null) {
    for (const [path, each] of TEXT_FIELDS)
      if (path.startsWith(`${name}.`)) patched = { ...patched, [each]: undefined };
    return patched;
  }
  if (!isObject(value)) throw invalidValueError(name, 'an object');
  for (const [key, part] of Object.entries(value)) {
    const inner = { name: `${name}.${key.toLowerCase()}`, filter: undefined };
    if (TEXT_FIELDS.has(inner.name)) patched = set(patched, op, inner, part);
  }
  return patched;
}

const Email = z.union([
  z.string().transform((value): ScimEmail => ({ value })),
  z
    .looseObject({ value: z.string(), type: z.string().nullish(), primary: z.unknown().optional() })
    .transform(({ value, type, primary }): ScimEmail => ({
      value,
      ...(type && { type }),
      ...(primary !== undefined && primary !== null && { primary: truthOf(primary) }),
    })),
]);

function readEmails(value: unknown): ScimEmail[] {
  const { data } = z
    .array(Email)
    .max(100)
    .safeParse(Array.isArray(value) ? value : [value]);
  if (!data) throw invalidValueError('emails', 'a list of {"value", "type", "primary"}');
  return data;
}

function setEmails(
  emails: ScimEmail[],
  op: PatchOperation['op'],
  { name, filter }: Target,
  value: unknown,
): ScimEmail[] {
  const [, sub] = name.split('.');
  const matches = filter === undefined ? () => true : createFilterMatcher(filter);
  if (filter === undefined && sub === undefined) {
    if (op === 'remove' && value === undefined) return [];
    const given = readEmails(value ?? []);
    if (op === 'replace') return given;
    const others = emails.filter((each) => !given.some((one) => one.value === each.value));
    return op === 'remove' ? others : [...others.map((each) => lessPrimary(each, given)), ...given];
  }
  const found = emails.filter(matches);
  if (op === 'remove') {
    if (sub === undefined || sub === 'value') return emails.filter((each) => !found.includes(each));
    return emails.map((each) => (found.includes(each) ? withPart(each, sub, undefined) : each));
  }
  if (found.length === 0) return [...emails, { value: '', ...impliedBy(filter), ...partsIn(sub, value) }];
  return emails.map((each) => (found.includes(each) ? { ...each, ...partsIn(sub, value) } : each));
}

/** Only one address is primary. */
const lessPrimary = (email: ScimEmail, given: ScimEmail[]): ScimEmail =>
  given.some(({ primary }) => primary) ? { ...email, primary: false } : email;

/** Returns the part of an address that an operation sets. Other parts, such as `display`, are ignored. */
function partsIn(sub: string | undefined, value: unknown): Partial<ScimEmail> {
  if (sub === undefined)
    return isObject(value)
      ? Object.assign({}, ...Object.keys(value).map((key) => partsIn(key, value[key])))
      : readEmails(value)[0]!;
  if (sub === 'primary') return { primary: truthOf(value) };
  if (sub !== 'value' && sub !== 'type') return {};
  if (typeof value !== 'string') throw invalidValueError(`emails.${sub}`, 'text');
  return { [sub]: value };
}

function withPart(email: ScimEmail, sub: string, value: undefined): ScimEmail {
  return sub === 'type' || sub === 'primary' ? { ...email, [sub]: value } : email;
}

/**
 * Returns what an address must have to match a filter like `type eq "work"`, for an address that isn't there yet.
 * @throws ScimError `noTarget` for other filters
 */
function impliedBy(filter: string | undefined): Partial<ScimEmail> {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  if (parsed?.op === 'eq' && 'compValue' in parsed) {
    const { attrPath, compValue } = parsed;
    if (attrPath === 'type' && typeof compValue === 'string') return { type: compValue };
    if (attrPath === 'primary' && readTruth(compValue) === true) return { primary: true };
  }
  throw new ScimError(400, 'No e-mail address matches the path.', { scimType: 'noTarget' });
}

/** Returns a truth value, which some providers write as text; undefined for anything else. */
function readTruth(value: unknown): boolean | undefined {
  const written = String(value).toLowerCase();
  return written === 'true' ? true : written === 'false' ? false : undefined;
}

function truthOf(value: unknown): boolean {
  const read = readTruth(value);
  if (read === undefined) throw invalidValueError('active', 'true or false');
  return read;
}

/** Empty text and null remove the attribute. */
export function parseScimText(field: string, value: unknown): string | undefined {
  // Some providers send a list with one complex value where one text is meant.
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value];
  const written: unknown = isObject(only) && 'value' in only ? only['value'] : only;
  if (written === null || written === undefined) return undefined;
  if (typeof written === 'number' && field === 'employeeNumber') return String(written);
  if (typeof written !== 'string') throw invalidValueError(field, 'text');
  return written.trim() || undefined;
}

export function invalidValueError(attribute: string, expected: string): ScimError {
  return new ScimError(400, `${attribute}: send ${expected}.`, { scimType: 'invalidValue' });
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
