import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from './record-event.ts';
import {
  type EventConsumer,
  type SequencedEventRange,
  EVENT_BATCH_SIZE,
  sequenceAndDispatchEvents,
} from './assign-event-sequences.ts';
import { startEventDispatcher } from './start-event-dispatcher.ts';

const server = await startTestServer();
const { db, make } = server;

/** Records an event in a transaction of its own. If it `fails`, the transaction is rolled back. */
async function happen(workspace: TestWorkspace, { fails = false } = {}): Promise<void> {
  const id = newId();
  const change = {
    action: 'token.revoked',
    subject: { kind: 'token', id, name: 'HR' },
    outgoing: { token_id: id, name: 'HR' },
  } as const;
  await createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    await recordEvent(em, make.contextOf(workspace), change);
    if (fails) throw new Error('The cause fails');
  });
}

async function sequencesOf({ id }: TestWorkspace): Promise<(number | null)[]> {
  const { rows } = await db.pool.query<{ sequence: number | null }>(
    `select sequence::integer from outgoing_events where workspace_id = $1 order by sequence`,
    [id],
  );
  return rows.map(({ sequence }) => sequence);
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

/** Collects the dispatched ranges, in the order of commits. */
function noting() {
  const ranges: SequencedEventRange[] = [];
  return { ranges, dispatched: (events: SequencedEventRange) => void ranges.push(events) };
}

function dispatch(consumers: EventConsumer[], dispatched?: (events: SequencedEventRange) => void) {
  const stopping = new AbortController();
  const warnings: string[] = [];
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const services = { db, log, stopping: stopping.signal };
  const going = startEventDispatcher({ ...services, consumers, ...(dispatched && { dispatched }) });
  onTestFinished(async () => {
    stopping.abort();
    await going.stop();
  });
  return { warnings };
}

// rules/events 7
test(
  'events of many writers at once are numbered without a gap, each once, by two that number at once',
  { tags: ['deep'] },
  async () => {
    const workspace = await make.workspace();
    const { ranges, dispatched } = noting();
    dispatch([], dispatched);
    dispatch([], dispatched);
    const writers = upTo(12).map(async (writer) => {
      for (let n = 0; n < 10; n++) {
        const fails = (writer + n) % 4 === 0;
        await happen(workspace, { fails }).catch((error: unknown) => {
          if (!fails) throw error;
        });
      }
    });
    await Promise.all(writers);
    await expect.poll(() => sequencesOf(workspace)).toEqual(upTo(90));
    await expect.poll(() => ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBe(90);
    let expected = 1;
    for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
      expect(first).toBe(expected);
      expected = last + 1;
    }
  },
);

// rules/events 7
test('more events than one transaction numbers are numbered by several, in the order of their ids', async () => {
  const workspace = await make.workspace();
  const many = EVENT_BATCH_SIZE + 10;
  await db.pool.query(
    `insert into outgoing_events (workspace_id, id, type, at, data)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'token.revoked', now(), '{}'
     from generate_series(1, $2) n`,
    [workspace.id, many],
  );
  dispatch([]);
  await expect.poll(() => sequencesOf(workspace)).toEqual(upTo(many));
  const { rows } = await db.pool.query(
    `select bool_and(sequence = substr(id::text, 25)::integer) as ordered from outgoing_events where workspace_id = $1`,
    [workspace.id],
  );
  expect(rows).toEqual([{ ordered: true }]);
});

// rules/events 7
test('what a follower cannot take keeps no number, is said once, and costs other workspaces nothing', async () => {
  const [bad, good] = [await make.workspace(), await make.workspace()];
  await happen(bad);
  await happen(good);
  const { warnings } = dispatch([
    (_, { workspaceId }) => (workspaceId === bad.id ? Promise.reject(new Error('No')) : Promise.resolve()),
  ]);
  await expect.poll(() => sequencesOf(good)).toEqual([1]);
  await happen(good);
  await expect.poll(() => sequencesOf(good)).toEqual([1, 2]);
  expect(await sequencesOf(bad)).toEqual([null]);
  expect(warnings).toEqual(['Couldn’t dispatch events; retrying']);
  expect(await sequenceAndDispatchEvents(db, bad.id, [])).toEqual({ workspaceId: bad.id, first: 1, last: 1 });
});
