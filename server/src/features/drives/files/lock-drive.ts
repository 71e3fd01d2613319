import { defineStatement, type Runner } from '../../../database/statement.ts';

/** A lock of its own, and not on the connection: whoever rings has to write there, and waits for nobody. */
const HOLD_DRIVE = defineStatement({
  name: 'hold-drive-files',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('drive files ' || :workspaceId::text || :connectionId::text, 0))`,
});

/** One at a time places what was seen of a drive: a folder that moves takes what is in it along. */
export async function lockDrive(on: Runner, workspaceId: string, connectionId: string): Promise<void> {
  await HOLD_DRIVE.run(on, { workspaceId, connectionId });
}
