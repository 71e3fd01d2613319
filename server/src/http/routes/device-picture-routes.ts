import { ReadPersonPicturesOnDevice } from '@training/shared/devices/devices';
import type { FastifyInstance } from 'fastify';
import type { CurrentDevice } from '../../auth/pins/current-device.ts';
import { isRequestFromAllowedOrigin } from '../../auth/sessions/origins.ts';
import type { Auth } from '../../auth/sign-in/auth.ts';
import { AppError, invalidRequestError } from '../../core/errors.ts';

type Parts = {
  auth: Auth;
  /** Returns pictures as data URLs, by the id of their person. */
  picturesOn: (device: CurrentDevice, ids: string[]) => Promise<Record<string, string>>;
};

/** Gives a shared device the pictures of its people, as data that no cache keeps (rules/sign-in 18). */
export function registerDevicePeoplePicturesRoute(app: FastifyInstance, { auth, picturesOn }: Parts): void {
  app.post('/api/auth/shared-device/pictures', { config: { readsStorage: true } }, async (request, reply) => {
    if (!isRequestFromAllowedOrigin(request.headers, auth.origins())) {
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]} to sign in or out.`);
    }
    const asked = ReadPersonPicturesOnDevice.safeParse(request.body);
    if (!asked.success) throw invalidRequestError(asked.error);
    const device = await auth.sharedDeviceOf(request.headers);
    if (!device) throw new AppError('device_not_found', 'This device isn’t shared anymore.');
    return reply.header('cache-control', 'no-store').send({ pictures: await picturesOn(device, asked.data.ids) });
  });
}
