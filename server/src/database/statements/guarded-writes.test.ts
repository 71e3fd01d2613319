import { callTRPCProcedure } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startKeyServer } from '../../../test/key-server.ts';
import { readConfig } from '../../core/config.ts';
import type { AiContext } from '../../core/context.ts';
import { DepartmentEntity } from '../../features/departments/department.entity.ts';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { newId } from '../../platform/ids.ts';
import { ChatWebhookClient } from '../../providers/chat/chat-services.ts';
import { createDriveProviders } from '../../providers/drives/drive-providers.ts';
import { OutwardHttpClient } from '../../platform/egress/outward-http-client.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { doesSqlWrite } from './guarded-writes.ts';
import { defineStatement } from './statement.ts';
import {
  createWorkspaceEntityManager,
  ACTOR_GUARD_CTE,
  actorGuardParametersOf,
  inPipelinedTransaction,
  inTransaction,
} from '../../core/transaction.ts';

const server = await startKeyServer();

const INSERT = `insert into departments (workspace_id, id, name, created_at)`;

const BARE = defineStatement({
  name: 'test-write-unguarded',
  scope: 'tenant',
  sql: `${INSERT} values (:workspaceId, :id, :name, now())`,
});
const BY_ITSELF = defineStatement({
  name: 'test-write-held',
  scope: 'tenant',
  sql: `with ${ACTOR_GUARD_CTE} ${INSERT} select :workspaceId, :id, :name, now() from held`,
});
const DECLARED = defineStatement({
  name: 'test-write-declared',
  scope: 'tenant',
  unguarded: 'A test looks at it.',
  sql: `${INSERT} values (:workspaceId, :id, :name || '', now())`,
});

const named = ({ workspace }: AiContext) => ({ workspaceId: workspace.id, id: newId(), name: newId() });

/** Inserts a department as an entity, with the entity manager passed to `work`. */
const persist = (em: ReturnType<typeof createWorkspaceEntityManager>, ctx: AiContext) => {
  em.create(DepartmentEntity, { ...named(ctx), createdAt: ctx.now });
  return em.flush();
};

const WRITES: Record<string, (ctx: AiContext) => Promise<unknown>> = {
  pool: (ctx) => BARE.run(ctx.db.pool, named(ctx)),
  entities: (ctx) => persist(createWorkspaceEntityManager(ctx), ctx),
  bareTransaction: (ctx) => createWorkspaceEntityManager(ctx).transactional((em) => BARE.run(em, named(ctx))),
  itself: (ctx) => BY_ITSELF.run(ctx.db.pool, { ...named(ctx), ...actorGuardParametersOf(ctx) }),
  declared: (ctx) => DECLARED.run(ctx.db.pool, named(ctx)),
  transaction: (ctx) => inTransaction(ctx, (em) => BARE.run(em, named(ctx))),
  transactionOfEntities: (ctx) => inTransaction(ctx, (em) => persist(em, ctx)),
  pipeline: (ctx) => inPipelinedTransaction(ctx, (on) => BARE.run(on, named(ctx))),
};

const procedures = router({
  write: permittedProcedure('departments:write')
    .input(z.string())
    .mutation(async ({ ctx, input }) => {
      await WRITES[input]?.(ctx);
    }),
});

/** Runs the write as a super admin through a procedure. Returns the number of departments afterwards. */
async function written(input: string): Promise<number> {
  const outward = new OutwardHttpClient(readConfig({}).outgoing);
  const workspace = await server.make.workspace();
  const { id, fullName: name, email } = await server.make.user(workspace, { role: 'super_admin' });
  const actor = { kind: 'user', id, name, email, role: 'super_admin', departmentId: null } as const;
  const nobody = () => Promise.reject(new Error('Nobody asks.'));
  await callTRPCProcedure({
    router: procedures,
    path: 'write',
    type: 'mutation',
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
    ctx: {
      db: server.db,
      now: new Date(),
      requestId: null,
      ip: null,
      caller: () => Promise.resolve({ workspace: { ...workspace, name: 'W' }, actor }),
      identity: nobody,
      session: nobody,
      openStream: nobody,
      singleSignOn: false,
      entry: { origin: () => 'http://127.0.0.1', sendsMail: false },
      isMailLogged: false,
      services: {
        ai: server.services,
        outward,
        chat: new ChatWebhookClient(outward, { standIn: undefined, origin: () => 'http://127.0.0.1' }),
        drives: createDriveProviders(readConfig({}).drives, () => 'http://127.0.0.1'),
        storage: openStorage(readConfig({})),
      },
    },
  });
  return (await server.rows('select 1 from departments where workspace_id = $1', [workspace.id])).length;
}

// rules/users 12
test.each(['pool', 'entities', 'bareTransaction'])(
  'a write that does not hold who asks is refused before it runs: %s',
  async (how) => {
    await expect(written(how)).rejects.toThrow(/isn’t guarded against their deactivation or revocation/);
  },
);

test.each(['itself', 'declared', 'transaction', 'transactionOfEntities', 'pipeline'])(
  'one that holds them runs, and so does one that says why it need not: %s',
  async (how) => {
    expect(await written(how)).toBe(1);
  },
);

test('jobs and commands write for nobody, and need hold nobody', async () => {
  const workspace = await server.make.workspace();
  expect(await BARE.run(server.db.pool, { workspaceId: workspace.id, id: newId(), name: 'A' })).toBe(1);
});

test.each([
  ['select 1 from users for update', false],
  ['select 1 from users for no key update skip locked', false],
  ['select updated_at from users', false],
  ['insert into users values (1) on conflict (id) do update set id = 2', true],
  ['with a as (select 1) update "users" set id = 2', true],
  ['DELETE FROM users', true],
  ['merge into users using a on true', true],
])('%s is a write: %s', (text, expected) => {
  expect(doesSqlWrite(text)).toBe(expected);
});
