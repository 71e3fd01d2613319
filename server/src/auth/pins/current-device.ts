import { ListedDevicePeople, DevicePeopleDisplay, MAX_PEOPLE_LISTED_ON_DEVICE } from '@training/shared/devices/devices';
import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent, type EventContext } from '../../features/events/record-event.ts';
import { hashRandomToken, newRandomToken } from '../sessions/random-token.ts';
import { hashTypedCode } from '../sessions/typed-code.ts';
import { SharedDeviceEntity } from './shared-device.entity.ts';

const Device = z.strictObject({
  workspace_id: z.uuid(),
  slug: z.string(),
  workspace: z.string(),
  id: z.uuid(),
  name: z.string(),
  shows: DevicePeopleDisplay,
  lists: ListedDevicePeople,
  department_id: z.uuid().nullable(),
  manager_id: z.uuid().nullable(),
});
/** The shared device from which a request comes. */
export type CurrentDevice = z.infer<typeof Device>;

const FROM = `
select s.workspace_id, w.slug, w.name as workspace, s.id, s.name, s.shows, s.lists, s.department_id, s.manager_id
from shared_devices s
join workspaces w on w.id = s.workspace_id and w.pin_sign_in and w.shared_devices and not w.is_away` as const;

const FIND_BY_TOKEN = defineStatement({
  name: 'find-shared-device-by-token',
  scope: 'cross_tenant',
  row: Device,
  sql: `${FROM} where s.token_hash = :hash`,
});

const FIND_BY_CODE = defineStatement({
  name: 'find-shared-device-by-code',
  scope: 'cross_tenant',
  row: Device,
  sql: `${FROM} where s.code_hash = :hash and s.code_expires_at > now()`,
});

/** SQL condition: the person `u` signs in on the device. */
export const PERSON_MAY_USE_DEVICE = `(:departmentId::uuid is null or u.department_id = :departmentId)
  and (:managerId::uuid is null or u.id in (select team_of(u.workspace_id, :managerId, ${MAX_MANAGERS_ABOVE_PERSON})))` as const;

export const mayUseDeviceParametersOf = ({ department_id, manager_id }: CurrentDevice) => ({
  departmentId: department_id,
  managerId: manager_id,
});

/** Minutes before a shift from which its person is listed (rules/shifts 3). */
const MINUTES_BEFORE = 30;

/** SQL condition: the shift `f` is under way, or about to begin. */
export const SHIFT_IS_CURRENT =
  `f.starts_at <= now() + interval '${MINUTES_BEFORE} minutes' and f.ends_at > now()` as const;

/** SQL for the rows `u` of people who are listed on the device. */
export const PEOPLE_LISTED_ON_DEVICE_SQL = `users u
join user_pins p on p.workspace_id = :workspaceId and p.id = u.id
where u.workspace_id = :workspaceId and u.is_active and u.role in ('learner', 'trainer') and u.external_id is not null
  and ${PERSON_MAY_USE_DEVICE}
  and (not :isOnShift::boolean or exists (
    select from shifts f where f.workspace_id = :workspaceId and f.user_id = u.id and ${SHIFT_IS_CURRENT}))` as const;

const LIST_PEOPLE = defineStatement({
  name: 'list-people-of-shared-device',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), full_name: z.string(), has_picture: z.boolean() }),
  sql: `
select u.id, u.full_name, u.picture is not null as has_picture from ${PEOPLE_LISTED_ON_DEVICE_SQL}
order by lower(u.full_name), u.id limit ${MAX_PEOPLE_LISTED_ON_DEVICE + 1}`,
});

/** Returns the device of a token; undefined if it was revoked, or its workspace has no shared devices anymore. */
export function findSharedDeviceByToken({ pool }: Database, token: string): Promise<CurrentDevice | undefined> {
  return FIND_BY_TOKEN.first(pool, { hash: hashRandomToken(token) });
}

/** Sets a device up with its code, which is used up. Returns its token. @throws AppError `sign_in_code_invalid` */
export async function setUpDevice(db: Database, code: string, from: Omit<EventContext, 'workspace' | 'actor'>) {
  const codeHash = hashTypedCode(code);
  const found = await FIND_BY_CODE.first(db.pool, { hash: codeHash });
  if (!found) throw codeInvalid();
  const { workspace_id: workspaceId, id, name, slug } = found;
  const workspace = { id: workspaceId, slug, name: found.workspace };
  const token = newRandomToken();
  await createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const ready = { tokenHash: hashRandomToken(token), setUpAt: from.now, codeHash: null, codeExpiresAt: null };
    if ((await em.nativeUpdate(SharedDeviceEntity, { workspaceId, id, codeHash }, ready)) === 0) throw codeInvalid();
    const cause = { ...from, workspace, actor: { kind: 'system', name: 'Server' } as const };
    await recordEvent(em, cause, { action: 'device.set_up', subject: { kind: 'device', id, name } });
  });
  return { token };
}

/** Parameters of `PEOPLE_LISTED_ON_DEVICE_SQL`. */
export const listedPeopleParametersOf = (device: CurrentDevice, isOnShift = device.lists === 'on_shift') => ({
  workspaceId: device.workspace_id,
  isOnShift,
  ...mayUseDeviceParametersOf(device),
});

/**
 * Returns the people whom a device lists, in the order of their whole names: nobody if they type their numbers, and
 * those on shift if the rest would be too many.
 */
export async function readPeopleListedOnDevice({ pool }: Database, device: CurrentDevice) {
  const { shows } = device;
  const asked = listedPeopleParametersOf(device);
  let { isOnShift } = asked;
  let people = shows === 'number' ? [] : await LIST_PEOPLE.all(pool, asked);
  if (people.length > MAX_PEOPLE_LISTED_ON_DEVICE && !isOnShift) {
    isOnShift = true;
    people = await LIST_PEOPLE.all(pool, listedPeopleParametersOf(device, isOnShift));
  }
  const isListed = people.length <= MAX_PEOPLE_LISTED_ON_DEVICE;
  const listed = ({ id, full_name, has_picture }: (typeof people)[number]) => {
    const someone = { id, name: formatNameForDevice(full_name, shows) };
    return shows === 'picture' ? { ...someone, has_picture } : someone;
  };
  return {
    workspace: { slug: device.slug, name: device.workspace },
    device: device.name,
    is_on_shift: shows !== 'number' && isOnShift && isListed,
    people: isListed ? people.map(listed) : [],
  };
}

/** Returns a name as a device shows it. */
export function formatNameForDevice(name: string, shows: DevicePeopleDisplay): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const [initial] = new Intl.Segmenter().segment(others.at(-1) ?? '');
  return shows === 'name' || initial === undefined ? name : `${first} ${initial.segment}.`;
}

const codeInvalid = () =>
  new AppError(
    'sign_in_code_invalid',
    'The code was already used, has expired or is mistyped. Enrol the device again.',
  );
