import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { clientOf, statusOf } from '../client.ts';
import type { Edited, FailingDrive } from '../failing-drive.ts';
import type { Attack, Tally } from './attack.ts';

/** An edit is fetched so soon, in milliseconds, on a machine that is quiet. */
const LONGEST = 20_000;

/** Milliseconds in which documents that always fail are given up after the other attacks have stopped. */
const GRACE = 60_000;

const Edited: z.ZodType<Edited> = z.object({ ms: z.number(), paused: z.boolean() });

type Client = ReturnType<typeof clientOf>;

/** A drive with documents that always fail, beside one that is edited again as soon as it has been fetched. */
export const failingDocuments: Attack = {
  name: 'a drive whose documents always fail, and one that is edited',
  async run(plan, signal) {
    const client = clientOf(plan.target, 'admin');
    const id = plan.drive && (await connect(client, plan.drive, signal));
    if (!plan.drive || id === undefined) return { statuses: {}, late: ['The drive could not be connected'] };
    const { statuses, waits, pauses } = await editAgain(plan.drive, signal);
    const { failures, late } = await judge(client, id, plan.drive);
    if (pauses > 0) failures.push(`The drive was left alone ${pauses} times, since single documents failed`);
    if (waits.length < 2) late.push(`${waits.length} edits beside documents that fail were fetched`);
    const slowest = Math.max(0, ...waits);
    if (slowest > LONGEST) late.push(`An edit beside documents that fail was fetched after ${Math.round(slowest)} ms`);
    return { statuses, failures, late };
  },
};

/** Connects the drive and picks its folder, retrying while the server is busy. Returns its id. */
async function connect(client: Client, drive: FailingDrive, signal: AbortSignal): Promise<string | undefined> {
  let id: string | undefined;
  while (!signal.aborted) {
    try {
      id ??= (await client.drives.connectServiceAccount.mutate({ key: drive.key, connection_id: null })).id;
      const folders = [{ provider_id: drive.folderId, drive_id: drive.driveId, department_id: null }];
      await client.drives.pick.mutate({ id, folders, seen: [] });
      return id;
    } catch (error) {
      if (statusOf(error) === 400) throw error;
      await sleep(200);
    }
  }
  return undefined;
}

async function editAgain({ control }: FailingDrive, signal: AbortSignal) {
  const waits: number[] = [];
  let pauses = 0;
  for (let n = 1; !signal.aborted; n++) {
    try {
      const body = `# Rule ${n}\n\nCheck the brakes of forklift number ${n} before every shift.\n`;
      const answer = await fetch(control, { method: 'POST', body, signal });
      const { ms, paused } = Edited.parse(await answer.json());
      waits.push(ms);
      if (paused) pauses++;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  const statuses: Tally['statuses'] = { 200: waits.length };
  return { statuses, waits, pauses };
}

/** Checks the state of the drive and its documents at the end. */
async function judge(client: Client, id: string, { becomes }: FailingDrive) {
  const { drives } = await client.drives.list.query();
  const card = drives.find((drive) => drive.id === id);
  // Nothing rings for a server without a public address.
  const isConnected = card !== undefined && (card.reason === null || card.reason === 'no_push');
  const all = Object.keys(becomes).length;
  const given = async () => (await client.drives.files.query({ id, states: ['failed'], limit: 100 })).files;
  let files = await given();
  // The server has the time for them once the other attacks have stopped.
  for (const until = Date.now() + GRACE; files.length < all && Date.now() < until; files = await given()) {
    await sleep(1_000);
  }
  const wrong = files.filter(({ name, reason }) => becomes[name] !== reason);
  const failures = wrong.map(({ name, reason }) => `“${name}” has failed as ${reason}`);
  if (!isConnected) failures.push(`The drive has become ${card?.state ?? 'nothing'}: ${card?.reason ?? 'no reason'}`);
  const late = files.length < all ? [`${files.length} of ${all} documents that always fail were given up`] : [];
  return { failures, late };
}
