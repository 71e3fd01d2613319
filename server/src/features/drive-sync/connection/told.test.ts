import { expect, test } from 'vitest';
import { buttonOf, startMailing } from '../../notifications/mail/mail-fixture.ts';
import { recordDriveFailure } from './drive-outcome.ts';

const { smtp, server, sendAll, kept } = await startMailing();
const { db, make, base } = server;

/** Creates a drive whose grant was revoked, and a super admin. */
async function lost() {
  const workspace = await make.workspace();
  const admin = await make.user(workspace, { role: 'super_admin' });
  const drive = await make.drive(workspace);
  const { id } = drive;
  await recordDriveFailure(
    { db },
    { workspaceId: workspace.id, id, version: 1 },
    { outcome: 'access_lost', retryAfter: undefined },
  );
  return { workspace, admin, drive };
}

test('a drive that must be connected again is mailed to super admins, with the way to where it is done', async () => {
  const { workspace, admin, drive } = await lost();
  await make.user(workspace, { role: 'content_manager' });
  expect(await sendAll(workspace)).toEqual({ sent: 1, away: false });
  const [mail] = smtp.to(admin.email);
  if (!mail) throw new Error('there is no mail');
  expect(mail.text).toContain(drive.account);
  expect(mail.text).toContain('Reconnect the drive');
  expect(buttonOf(mail).href).toBe(`${base}/${workspace.slug}/settings/drives`);
});

test('nothing is mailed of a drive that was connected again before', async () => {
  const { workspace, admin } = await lost();
  await db.pool.query(`update drive_connections set state = 'connected', state_reason = null where workspace_id = $1`, [
    workspace.id,
  ]);
  await sendAll(workspace);
  expect(smtp.to(admin.email)).toEqual([]);
  expect(await kept(admin)).toMatchObject([{ state: 'suppressed', reason: 'not_true' }]);
});
