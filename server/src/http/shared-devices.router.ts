import { DeviceCode, EnrolDevice, DeviceRef, SharedDevices } from '@training/shared/devices/devices';
import { z } from 'zod';
import { enrolDevice, listSharedDevices, revokeDevice } from '../auth/pins/shared-devices.ts';
import { can, router } from './procedures.ts';

/** Devices that people share (rules/sign-in 18). */
export const sharedDevicesRouter = router({
  list: can('devices:enrol')
    .output(SharedDevices)
    .query(({ ctx }) => listSharedDevices(ctx)),
  enrol: can('devices:enrol')
    .input(EnrolDevice)
    .output(DeviceCode)
    .mutation(({ ctx, input }) => enrolDevice(ctx, input)),
  revoke: can('devices:enrol')
    .input(DeviceRef)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await revokeDevice(ctx, input);
      return {};
    }),
});
