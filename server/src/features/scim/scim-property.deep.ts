import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { provider } from './scim-fixture.ts';

/** Number of histories; `npm run test:deep` sets many more. */
const HISTORIES = Number(process.env.SCIM_HISTORIES ?? 25);
/** Milliseconds. */
const PATIENCE = 120_000 + HISTORIES * 10_000;

const server = await startTestServer();
const { make } = server;

const NAMES = ['Ana', 'Ben', 'Cleo'];
const ROLES = ['learner', 'auditor', 'content_manager'] as const;
type Role = (typeof ROLES)[number];

const person = fc.nat(1);
const group = fc.nat(2);
const active = fc.boolean();
const name = fc.constantFrom(...NAMES);
const gift = fc.record({ group, role: fc.option(fc.constantFrom(...ROLES)), department: fc.option(fc.nat(1)) });
const step = fc.oneof(
  fc.record({ does: fc.constant('add' as const), person, active }),
  { weight: 3, arbitrary: fc.record({ does: fc.constant('active' as const), person, active }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rename' as const), person, name }) },
  fc.record({ does: fc.constant('replace' as const), person, name, active: fc.option(active) }),
  fc.record({ does: fc.constant('delete' as const), person }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('here active' as const), person, active }) },
  fc.record({ does: fc.constant('here role' as const), person, role: fc.constantFrom(...ROLES) }),
  { weight: 4, arbitrary: fc.record({ does: fc.constant('member' as const), group, person, is: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('map' as const),
      gifts: fc.uniqueArray(gift, { selector: (each) => each.group }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

type Given = { role: Role | null; department: number | null };
/** A person by the rules: as they are, and what the provider wanted and gave. */
type Someone = {
  name: string;
  isActive: boolean;
  role: Role;
  department: number | null;
  /** The provider's last word on `active`; null if it doesn't know them (any more). */
  wanted: boolean | null;
  given: Given;
};

/** What rules/scim say, without a database. */
class ScimModel {
  /** The first is new; the second has been in the workspace. */
  readonly people: (Someone | null)[] = [null, someoneHere()];
  readonly groups = [new Set<number>(), new Set<number>(), new Set<number>()];
  gifts: { group: number; role: Role | null; department: number | null }[] = [];

  isKnown(n: number): boolean {
    const who = this.people[n];
    return who !== null && who !== undefined && !this.deleted.has(n);
  }

  readonly deleted = new Set<number>();

  /** Gives what groups give, if it isn't what they gave before (rules/scim 16). */
  give(n: number): void {
    const who = this.people[n];
    if (!who || who.wanted === null) return;
    const own = this.gifts.filter((each) => this.groups[each.group]!.has(n));
    const role = own.find((each) => each.role !== null)?.role ?? null;
    const department = own.find((each) => each.department !== null)?.department ?? null;
    if (role !== who.given.role) who.role = role ?? (who.role === who.given.role ? 'learner' : who.role);
    if (department !== who.given.department) {
      who.department = department ?? (who.department === who.given.department ? null : who.department);
    }
    who.given = { role, department };
  }

  /** Applies a request of the provider. Returns false if it is refused. */
  asks(n: number, { name: named, active: asked }: { name?: string; active?: boolean | null }): boolean {
    const who = this.people[n]!;
    if (who.wanted === null && asked === false && who.isActive) return false;
    if (asked === false) who.isActive = false;
    // rules/scim 4: not someone who was deactivated in the console since.
    if (asked === true && who.wanted !== true) who.isActive = true;
    who.wanted = asked ?? who.wanted ?? who.isActive;
    if (named !== undefined) who.name = named;
    this.give(n);
    return true;
  }

  /** Deletes someone, who leaves the groups and what they gave. Returns false if it is refused. */
  deletes(n: number): boolean {
    const { wanted, isActive } = this.people[n]!;
    if (wanted === null && isActive) return false;
    for (const members of this.groups) members.delete(n);
    this.deleted.add(n);
    return this.asks(n, { active: false });
  }
}

const someoneHere = (): Someone => ({
  name: 'Here',
  isActive: true,
  role: 'learner',
  department: null,
  wanted: null,
  given: { role: null, department: null },
});

async function play(steps: Step[]) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { call, patch, connectionId: id, user } = await provider(server, workspace);
  await server.db.pool.query(`update scim_connections set agreed_until = now() + interval '1 day' where id = $1`, [id]);
  const departments = [await make.department(workspace, 'Dock'), await make.department(workspace, 'Office')];
  const here = await make.user(workspace, { fullName: 'Here' });
  const addresses = [`new.${workspace.slug}@example.com`, here.email];
  const ids: (string | undefined)[] = [undefined, here.id];
  const groups: string[] = [];
  for (const displayName of ['A', 'B', 'C']) groups.push((await call('POST', '/Groups', { displayName })).json.id);
  const model = new ScimModel();

  const body = (n: number, rest: object) => ({ userName: addresses[n], emails: [{ value: addresses[n] }], ...rest });
  const one = async (each: Step): Promise<void> => {
    if (each.does === 'map') {
      const gifts = each.gifts.map((gift) => ({
        id: groups[gift.group]!,
        role: gift.role,
        department_id: gift.department === null ? null : departments[gift.department]!.id,
      }));
      await admin.scim.mapGroups.mutate({ id, groups: gifts });
      await admin.scim.applySome.mutate({ id });
      model.gifts = each.gifts;
      for (const n of model.people.keys()) if (model.isKnown(n)) model.give(n);
      return;
    }
    const n = each.person;
    const who = model.people[n] ?? null;
    if (each.does === 'add') {
      const { status, json } = await call('POST', '/Users', body(n, { displayName: 'New', active: each.active }));
      expect(status).toBe(model.isKnown(n) ? 409 : 201);
      if (status !== 201) return;
      ids[n] = json.id;
      // Someone new has no provider's word before; someone who was deleted is taken up again (rules/scim 5).
      model.people[n] = who ?? { ...someoneHere(), isActive: each.active, wanted: each.active };
      model.deleted.delete(n);
      if (who) who.wanted = who.isActive ? true : false;
      model.asks(n, { name: 'New', active: each.active });
      return;
    }
    if (each.does === 'here active' || each.does === 'here role') {
      if (!who) return;
      if (each.does === 'here role') {
        await admin.users.upsert.mutate({ email: addresses[n]!, role: each.role });
        who.role = each.role;
        return;
      }
      await admin.users.upsert.mutate({ email: addresses[n]!, deactivate: !each.active });
      who.isActive = each.active;
      return;
    }
    if (each.does === 'member') {
      const op = each.is
        ? { op: 'add', path: 'members', value: [{ value: ids[n] ?? crypto.randomUUID() }] }
        : { op: 'remove', path: `members[value eq "${ids[n] ?? 'nobody'}"]` };
      const { status } = await call('PATCH', `/Groups/${groups[each.group]}`, { schemas: [], Operations: [op] });
      expect(status).toBe(each.is && !model.isKnown(n) ? 400 : 204);
      if (status !== 204) return;
      if (each.is) model.groups[each.group]!.add(n);
      else model.groups[each.group]!.delete(n);
      await admin.scim.applySome.mutate({ id });
      if (model.isKnown(n)) model.give(n);
      return;
    }
    const path = `/Users/${ids[n] ?? crypto.randomUUID()}`;
    if (!model.isKnown(n)) {
      expect((await call('DELETE', path)).status).toBe(404);
      return;
    }
    if (each.does === 'delete') {
      const { status } = await call('DELETE', path);
      expect(status).toBe(model.deletes(n) ? 204 : 403);
      return;
    }
    const change =
      each.does === 'active'
        ? { active: each.active }
        : each.does === 'rename'
          ? { name: each.name }
          : { name: each.name, active: each.active };
    const { status } =
      each.does === 'active'
        ? await patch(ids[n]!, { op: 'Replace', path: 'active', value: String(each.active) })
        : each.does === 'rename'
          ? await patch(ids[n]!, { op: 'replace', value: { displayName: each.name } })
          : await call(
              'PUT',
              path,
              body(n, { displayName: each.name, ...(each.active !== null && { active: each.active }) }),
            );
    expect(status).toBe(model.asks(n, change) ? 200 : 403);
  };

  for (const each of steps) {
    await one(each);
    const found = await Promise.all(model.people.map(async (_, n) => (ids[n] ? await user(ids[n]) : undefined)));
    expect(
      found.map(
        (row) =>
          row && [row.full_name, row.is_active, row.role, departments.findIndex((d) => d.id === row.department_id)],
      ),
      JSON.stringify(each),
    ).toEqual(model.people.map((who) => (who ? [who.name, who.isActive, who.role, who.department ?? -1] : undefined)));
  }
}

// rules/scim 4, 5, 6 and 16
test(
  'whatever a provider and the console do one after the other, people are as the rules say',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), play), {
      numRuns: HISTORIES,
      endOnFailure: false,
    });
  },
);

// rules/scim 16
test('someone whom others are changing for long is tried again', { timeout: 180_000 }, async () => {
  const working = await startTestServer({ jobs: true });
  const { call, user, add, workspace, connectionId: id } = await provider(working);
  const admin = await working.as('super_admin', workspace);
  const ana = await add();
  const group = (await call('POST', '/Groups', { displayName: 'A', members: [{ value: ana.id }] })).json;
  const beside = await connect(working.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from users where id = $1 for update', [ana.id]);
  await admin.scim.mapGroups.mutate({ id, groups: [{ id: group.id, role: 'auditor', department_id: null }] });
  const failed = `select 1 from graphile_worker.jobs where task_identifier = 'apply_scim_people' and last_error like 'Others%'`;
  await expect.poll(async () => (await working.db.pool.query(failed)).rowCount, { timeout: 120_000 }).toBe(1);
  await beside.query('rollback');
  await expect.poll(async () => (await user(ana.id))?.role, { timeout: 60_000 }).toBe('auditor');
});
