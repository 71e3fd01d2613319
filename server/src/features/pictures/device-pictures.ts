import { PicturesOnDevice } from '@training/shared/devices/devices';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Auth } from '../../auth/sign-in/auth.ts';
import { type DeviceAtHand, LISTED_ON_DEVICE, peopleOfDevice } from '../../auth/pins/device-at-hand.ts';
import { isSameOrigin } from '../../auth/sessions/origins.ts';
import type { Services } from '../../core/services.ts';
import type { Database } from '../../database/database.ts';
import { AppError, invalidRequest } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { findMedia, readPieces } from '../media/stored-media.ts';

const LIST_PICTURES = defineStatement({
  name: 'list-pictures-on-shared-device',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), picture: z.string() }),
  sql: `
select u.id, u.picture from ${LISTED_ON_DEVICE} and u.id = any(:ids::uuid[]) and u.picture is not null`,
});

type Parts = { auth: Auth; db: Database; services: Pick<Services, 'storage'> };

/** Gives a shared device that shows pictures those of its people, as data that no cache keeps (rules/sign-in 18). */
export function registerDevicePictures(app: FastifyInstance, { auth, db, services }: Parts): void {
  app.post('/api/auth/shared-device/pictures', async (request, reply) => {
    if (!isSameOrigin(request.headers, auth.origins())) {
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]} to sign in or out.`);
    }
    const asked = PicturesOnDevice.safeParse(request.body);
    if (!asked.success) throw invalidRequest(asked.error);
    const device = await auth.sharedDeviceOf(request.headers);
    if (!device) throw new AppError('device_not_found', 'This device isn’t shared anymore.');
    const pictures = device.shows === 'picture' ? await picturesOf({ db, ...services }, device, asked.data.ids) : {};
    return reply.header('cache-control', 'no-store').send({ pictures });
  });
}

/** Returns the pictures as data URLs, by the id of their person. */
async function picturesOf(
  { db, storage }: { db: Database } & Pick<Services, 'storage'>,
  device: DeviceAtHand,
  ids: string[],
): Promise<Record<string, string>> {
  const workspace = { id: device.workspace_id, slug: device.slug, name: device.workspace };
  const found = await LIST_PICTURES.all(db.pool, { workspaceId: workspace.id, ids, ...peopleOfDevice(device) });
  const pictures: Record<string, string> = {};
  for (const { id, picture } of found) {
    const media = await findMedia({ db, workspace }, picture);
    if (!media) continue;
    const parts = [];
    for await (const part of readPieces({ storage, workspace }, media.pieces, { start: 0, end: media.bytes })) {
      parts.push(part);
    }
    pictures[id] = `data:${media.type};base64,${Buffer.concat(parts).toString('base64')}`;
  }
  return pictures;
}
