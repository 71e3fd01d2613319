import { ExternalId, labelSchema } from '@training/shared/primitives';
import { z } from 'zod';
import { invalidRequestError } from '../../../core/errors.ts';
import { ScimError } from '../../../core/scim-error.ts';
import { invalidValueError, isObject, parseAttributePath, parseScimText, type PatchOperation } from '../patch-user.ts';

/** Most members of a group. */
export const MAX_MEMBERS_PER_SCIM_GROUP = 20_000;

const Group = z.strictObject({ displayName: labelSchema(200), externalId: ExternalId.optional() });

/** Attributes of a group that a provider sets. */
export type ScimGroupAttributes = z.infer<typeof Group> & { members: ReadonlySet<string> };
/** Attributes that weren't checked yet. */
type Unchecked = { displayName?: string | undefined; externalId?: string | undefined; members?: Set<string> };

/** @throws AppError `invalid_request`; ScimError `tooMany` */
export function validateScimGroup({ members = new Set(), ...rest }: Unchecked): ScimGroupAttributes {
  const { data, error } = Group.safeParse(rest);
  if (!data) throw invalidRequestError(error);
  if (members.size <= MAX_MEMBERS_PER_SCIM_GROUP) return { ...data, members };
  throw new ScimError(400, `A group may have at most ${MAX_MEMBERS_PER_SCIM_GROUP} members.`, { scimType: 'tooMany' });
}

/** Returns the group that a whole resource describes. @throws ScimError `invalidSyntax`, `invalidValue` */
export function parseScimGroup(body: unknown): Unchecked {
  if (!isObject(body)) throw new ScimError(400, 'Send a group as a JSON object.', { scimType: 'invalidSyntax' });
  return applyTo({}, { op: 'replace', value: body });
}

/** Applies operations one after another. @throws ScimError `invalidPath`, `invalidValue`, `mutability`, `noTarget` */
export function applyGroupPatch(group: ScimGroupAttributes, operations: PatchOperation[]): Unchecked {
  // Copied once, because a group may have very many members and a request very many operations.
  let patched: Unchecked = { ...group, members: new Set(group.members) };
  for (const operation of operations) patched = applyTo(patched, operation);
  return patched;
}

function applyTo(group: Unchecked, { op, path, value }: PatchOperation): Unchecked {
  if (path) {
    const target = parseAttributePath(path);
    if (!target) throw new ScimError(400, `The path “${path}” can’t be read.`, { scimType: 'invalidPath' });
    if (['id', 'meta', 'schemas'].includes(target.name)) {
      throw new ScimError(400, `The attribute ${target.name} can’t be changed.`, { scimType: 'mutability' });
    }
    return set(group, op, target, value);
  }
  if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', { scimType: 'noTarget' });
  if (!isObject(value)) throw invalidValueError('value', 'an object, or name a path');
  let patched = group;
  for (const [key, part] of Object.entries(value)) {
    const target = parseAttributePath(key);
    if (target) patched = set(patched, op, target, part);
  }
  return patched;
}

/** The only filter of members that providers send, alone or with `or`. */
const ONE_MEMBER = /^\s{0,9}value\s{1,9}eq\s{1,9}"([^"\\]{1,100})"\s{0,9}$/i;

function set(
  group: Unchecked,
  op: PatchOperation['op'],
  { name, filter }: { name: string; filter: string | undefined },
  value: unknown,
): Unchecked {
  if (name === 'displayname')
    return { ...group, displayName: op === 'remove' ? undefined : parseScimText(name, value) };
  if (name === 'externalid') return { ...group, externalId: op === 'remove' ? undefined : parseScimText(name, value) };
  if (name !== 'members') return group;
  const { members = new Set<string>() } = group;
  if (filter !== undefined) {
    if (op !== 'remove') throw new ScimError(400, 'Members are only added and removed.', { scimType: 'invalidPath' });
    for (const part of filter.split(/ or /i)) {
      const [, id] = ONE_MEMBER.exec(part) ?? [];
      if (id === undefined) throw new ScimError(400, 'Name members by value eq "id".', { scimType: 'invalidFilter' });
      members.delete(id.toLowerCase());
    }
    return { ...group, members };
  }
  const given = idsIn(value);
  if (op === 'replace') return { ...group, members: given };
  if (op === 'remove' && (value === undefined || value === null)) return { ...group, members: new Set() };
  for (const id of given) members[op === 'add' ? 'add' : 'delete'](id);
  return { ...group, members };
}

const Member = z.union([z.string().max(100), z.looseObject({ value: z.string().max(100) })]);

/** Reads ids of members: a list, or only one, of `{"value": id}` or of ids. */
function idsIn(value: unknown): Set<string> {
  const { data } = z
    .array(Member)
    .max(MAX_MEMBERS_PER_SCIM_GROUP)
    .safeParse(Array.isArray(value) ? value : [value ?? []].flat());
  if (!data) throw invalidValueError('members', `a list of at most ${MAX_MEMBERS_PER_SCIM_GROUP} {"value": id}`);
  return new Set(data.map((each) => (typeof each === 'string' ? each : each.value).toLowerCase()));
}
