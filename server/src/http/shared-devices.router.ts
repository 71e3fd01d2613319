import { DeviceSetUpCode, EnrolDevice, DeviceRef, SharedDeviceList } from '@training/shared/devices/devices';
import { z } from 'zod';
import { enrolDevice, listSharedDevices, revokeDevice } from '../auth/pins/shared-devices.ts';
import { permittedProcedure, router } from './procedures.ts';

/** Devices that people share (rules/sign-in 18). */
export const sharedDevicesRouter = router({
  list: permittedProcedure('devices:enrol')
    .output(SharedDeviceList)
    .query(({ ctx }) => listSharedDevices(ctx)),
  enrol: permittedProcedure('devices:enrol')
    .input(EnrolDevice)
    .output(DeviceSetUpCode)
    .mutation(({ ctx, input }) => enrolDevice(ctx, input)),
  revoke: permittedProcedure('devices:enrol')
    .input(DeviceRef)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await revokeDevice(ctx, input);
      return {};
    }),
});
