import {
  type DeviceSetUpCode,
  type EnrolDevice,
  MAX_SHARED_DEVICES_PER_WORKSPACE,
  type DeviceRef,
  SharedDevice,
  type SharedDeviceList,
} from '@training/shared/devices/devices';
import { z } from 'zod';
import { requireActingPerson, type Context, type SignInContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../../features/events/record-event.ts';
import { newId } from '../../platform/ids.ts';
import { hashTypedCode, newTypedCode } from '../sessions/typed-code.ts';
import { SharedDeviceEntity } from './shared-device.entity.ts';

/** Minutes within which a device is set up. */
const CODE_MINUTES = 30;
/** Characters of a code, which are 60 random bits. */
const CODE_LENGTH = 12;

const LIST = defineStatement({
  name: 'list-shared-devices',
  scope: 'tenant',
  row: SharedDevice,
  sql: `
select s.id, s.name, s.shows, s.lists, d.name as department, m.full_name as manager, s.created_by_name as enrolled_by,
  to_iso(s.set_up_at) as set_up_at, to_iso(s.used_at) as used_at
from shared_devices s
left join departments d on d.workspace_id = :workspaceId and d.id = s.department_id
left join users m on m.workspace_id = :workspaceId and m.id = s.manager_id
where s.workspace_id = :workspaceId and (:managerId::uuid is null or s.manager_id = :managerId)
order by s.name, s.id limit ${MAX_SHARED_DEVICES_PER_WORKSPACE}`,
});

const READ_OFFER = defineStatement({
  name: 'read-offer-of-shared-devices',
  scope: 'tenant',
  row: z.strictObject({ is_on: z.boolean(), manages: z.boolean(), fits: z.boolean(), devices: z.int() }),
  sql: `
select w.pin_sign_in and w.shared_devices as is_on, exists (
    select from users r where r.workspace_id = :workspaceId and r.manager_id = :managerId::uuid and r.is_active) as manages,
  (:departmentId::uuid is null or exists (
    select from departments d where d.workspace_id = :workspaceId and d.id = :departmentId)) as fits,
  (select count(*)::integer from shared_devices s where s.workspace_id = :workspaceId) as devices
from workspaces w where w.id = :workspaceId`,
});

/** Returns the manager whose devices the caller sees: themselves, or null for all. */
const managerOf = (ctx: Context) => (ctx.reach === 'team' ? requireActingPerson(ctx).id : null);

/** Lists the devices of the workspace, or of the caller's team. */
export async function listSharedDevices(ctx: Context): Promise<SharedDeviceList> {
  const asked = { workspaceId: ctx.workspace.id, managerId: managerOf(ctx) };
  const { is_on } = await READ_OFFER.one(ctx.db.pool, { ...asked, departmentId: null });
  return { is_offered: is_on, devices: await LIST.all(ctx.db.pool, asked) };
}

/**
 * Enrols a device: returns the code that sets it up, once. A manager enrols it for their own team.
 * @throws AppError `pin_not_available` if the workspace has no shared devices; `forbidden` for someone without a team;
 *   `department_not_found`, `device_limit_reached`
 */
export async function enrolDevice(ctx: SignInContext, input: EnrolDevice): Promise<DeviceSetUpCode> {
  const workspaceId = ctx.workspace.id;
  const {
    name,
    shows,
    lists,
    department_id: departmentId,
  } = ctx.reach === 'team' ? { ...input, department_id: null } : input;
  const managerId = managerOf(ctx) ?? input.manager_id;
  const offer = await READ_OFFER.one(ctx.db.pool, { workspaceId, managerId, departmentId });
  if (!offer.is_on) {
    const words = 'The workspace has no shared devices. A super admin can switch them on in the settings.';
    throw new AppError('pin_not_available', words);
  }
  if (managerId !== null && !offer.manages)
    throw new AppError('forbidden', 'Only the team of a manager shares a device.');
  if (!offer.fits) throw new AppError('department_not_found', `There is no department ${departmentId}.`);
  if (offer.devices >= MAX_SHARED_DEVICES_PER_WORKSPACE) {
    throw new AppError(
      'device_limit_reached',
      `A workspace has at most ${MAX_SHARED_DEVICES_PER_WORKSPACE} shared devices. Revoke some first.`,
    );
  }
  const code = newTypedCode(CODE_LENGTH);
  const id = newId();
  const codeExpiresAt = new Date(ctx.now.getTime() + CODE_MINUTES * 60_000);
  await inTransaction(ctx, async (em) => {
    await em.insert(SharedDeviceEntity, {
      workspaceId,
      id,
      name,
      shows,
      lists,
      departmentId,
      managerId,
      createdAt: ctx.now,
      createdByName: ctx.actor.name,
      codeHash: hashTypedCode(code),
      codeExpiresAt,
    });
    const changes = { shows, lists, department_id: departmentId, manager_id: managerId };
    await recordEvent(em, ctx, { action: 'device.enrolled', subject: { kind: 'device', id, name }, changes });
  });
  return { id, code, url: `${ctx.entry.origin()}/sign-in/device#${code}`, expires_at: codeExpiresAt.toISOString() };
}

/** Revokes a device; sessions on it open nothing from the commit on. @throws AppError `device_not_found` */
export async function revokeDevice(ctx: Context, { id }: DeviceRef): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const managerId = managerOf(ctx);
    const named = { workspaceId: ctx.workspace.id, id, ...(managerId !== null && { managerId }) };
    const device = await em.findOne(SharedDeviceEntity, named);
    if (!device || (await em.nativeDelete(SharedDeviceEntity, named)) === 0) {
      throw new AppError('device_not_found', `There is no shared device ${id} that you can see.`);
    }
    const subject = { kind: 'device', id, name: device.name };
    await recordEvent(em, ctx, { action: 'device.revoked', subject });
  });
}
