import { defineEntity, p } from '@mikro-orm/core';
import type { ListedDevicePeople, DevicePeopleDisplay } from '@training/shared/devices/devices';

/** A device on which people of a workspace sign in with a PIN, one after the other. Revoking deletes it. */
export const SharedDeviceEntity = defineEntity({
  name: 'SharedDevice',
  tableName: 'shared_devices',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    shows: p.text().$type<DevicePeopleDisplay>(),
    lists: p.text().$type<ListedDevicePeople>().default('everyone'),
    /** Only people of this department sign in on it. */
    departmentId: p.uuid().nullable(),
    /** Only people of this manager's team sign in on it. */
    managerId: p.uuid().nullable(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
    /** SHA-256 of the code that sets it up, until it is used. */
    codeHash: p.text().nullable(),
    codeExpiresAt: p.datetime(3).nullable(),
    /** SHA-256 of the token in the device's cookie; null until it is set up. */
    tokenHash: p.text().nullable(),
    setUpAt: p.datetime(3).nullable(),
    usedAt: p.datetime(3).nullable(),
  },
});
