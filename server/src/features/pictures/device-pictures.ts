import { z } from 'zod';
import {
  type CurrentDevice,
  PEOPLE_LISTED_ON_DEVICE_SQL,
  listedPeopleParametersOf,
} from '../../auth/pins/current-device.ts';
import type { Services } from '../../core/services.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { MEDIA_COLUMNS_SQL, streamRangeOfPieces, MediaWithPieces } from '../media/stored-media.ts';

const LIST_PICTURES = defineStatement({
  name: 'list-pictures-on-shared-device',
  scope: 'tenant',
  row: MediaWithPieces.extend({ id: z.uuid() }),
  sql: `
select o.id, ${MEDIA_COLUMNS_SQL}
from (select u.id, u.picture from ${PEOPLE_LISTED_ON_DEVICE_SQL} and u.id = any(:ids::uuid[])) o
join media m on m.workspace_id = :workspaceId and m.digest = o.picture`,
});

/** Returns the pictures that a device shows of its people, as data URLs by their ids. */
export async function readPeoplePicturesForDevice(
  { db, services: { storage } }: { db: Database; services: Pick<Services, 'storage'> },
  device: CurrentDevice,
  ids: string[],
): Promise<Record<string, string>> {
  if (device.shows !== 'picture') return {};
  const workspace = { id: device.workspace_id, slug: device.slug, name: device.workspace };
  const found = await LIST_PICTURES.all(db.pool, { ids, ...listedPeopleParametersOf(device) });
  const pictures: Record<string, string> = {};
  for (const { id, type, bytes: size, pieces } of found) {
    const parts = [];
    for await (const part of streamRangeOfPieces({ storage, workspace }, pieces, { start: 0, end: size })) {
      parts.push(part);
    }
    const bytes = Buffer.concat(parts);
    if (bytes.length === size) pictures[id] = `data:${type};base64,${bytes.toString('base64')}`;
  }
  return pictures;
}
