import { expect } from 'vitest';
import { storeDemo } from '../../seeds/demo/store-demo.ts';
import { createSignInUrl } from '../../src/auth/sign-in/sign-in-link.ts';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { pinsOn } from '../../src/auth/pins/pins-fixture.ts';
import { CLIENT } from '../../src/auth/sign-in/identity-provider-fixture.ts';
import { recordMissingEvidenceOfAllWorkspaces } from '../../src/features/evidence/record-missing-evidence-of-many.ts';
import { makerFor } from '../make.ts';
import { isOurs, readContents } from './contents.ts';
import { startProvider } from '../../src/features/issuers/issuers-fixture.ts';
import { authored } from './furnish/authored.ts';
import type { Furnisher } from './furnish/furnisher.ts';
import { read } from './furnish/read.ts';
import { taught } from './furnish/taught.ts';
import { told } from './furnish/told.ts';

/**
 * Fills a migrated database as a year of use would: the demo workspace, another one, and through the server whatever
 * they lack, until every table has a row. Then the server is closed, so that nothing changes any more, and what it had
 * under way is added.
 */
export async function furnish(furnisher: Furnisher): Promise<void> {
  const { server } = furnisher;
  const { pool } = server.db;
  const { workspace, adminEmail } = await storeDemo(server.db, new Date());
  await recordMissingEvidenceOfAllWorkspaces(server.db, () => false);
  await authored(furnisher, workspace);
  const people = await taught(furnisher);
  await told(furnisher, people);
  await signedInWithPins(furnisher);
  const drive = await read(furnisher, people);

  // A link that nobody has opened yet.
  await createSignInUrl(server.db, adminEmail, { publicUrl: server.base, minutes: 60 });
  // Calls are counted, and events are chained, a moment after they came.
  for (const table of ['rate_windows', 'audit_chain']) {
    const rows = async () => (await pool.query(`select 1 from ${table}`)).rowCount;
    await expect.poll(rows, { message: table }).toBeGreaterThan(0);
  }
  await server.close();

  const db = await openOperatorDatabase(server.databaseUrl, 2);
  const make = makerFor(db);
  const { id: userId } = people.second;
  await make.underWay(people.workspace, { userId, ...drive });
  await make.underWayOfAll();
  await make.attested(people.workspace, userId, drive.moduleId, 'Old system');
  // Not counted yet.
  await make.enrollment(people.workspace, userId, drive.moduleId);
  await db.close();
  const contents = await readContents(server.databaseUrl);
  const empty = Object.keys(contents).filter((table) => isOurs(table) && contents[table]?.rows === 0);
  expect(empty).toEqual([]);
}

/** Someone with a PIN who waits after a wrong one, a code that nobody has used, and an OpenID provider. */
async function signedInWithPins({ server }: Furnisher): Promise<void> {
  const { enter, world } = pinsOn(server);
  const { workspace, admin, owner, person, codeFor } = await world();
  const { externalId } = await owner();
  expect(await enter(workspace, externalId ?? '', '111222')).toMatchObject({ status: 400 });
  await codeFor((await person()).id);
  const issuer = await startProvider(server.base, workspace.slug);
  await admin.issuers.save.mutate({ issuer, client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret });
}
