import { BulkUser } from '@training/shared/users/bulk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { dayIn, DAY } from '../assignments/assignments-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

type Row = Record<string, unknown>;

/** Creates a workspace with people, most of whom owe something, and assignments that follow people. */
async function setUp(mayAssignSuperAdmin: boolean) {
  const workspace = await make.workspace({ apiMayAssignSuperAdmin: mayAssignSuperAdmin });
  const admin = await server.as('super_admin', workspace);
  const { call } = await server.api(['users:write'], workspace);
  const departments = {
    Warehouse: (await make.department(workspace, 'Warehouse')).id,
    Office: (await make.department(workspace, 'Office')).id,
  };
  const course = await make.course(workspace, { published: true });
  const [one, other] = [
    await make.module(workspace, course.id, { title: 'One', status: 'published', validityDays: 365 }),
    await make.module(workspace, course.id, { title: 'Other', status: 'published', validityDays: 365 }),
  ];
  const person = (name: string, changes: Parameters<typeof make.user>[1]) =>
    make.user(workspace, { email: `${name}@example.com`, fullName: name, ...changes });
  const [ana, ben, cleo] = [
    await person('a', { departmentId: departments.Warehouse }),
    await person('b', { departmentId: departments.Office, isActive: false }),
    await person('c', { role: 'content_manager' }),
  ];
  await person('f', { departmentId: departments.Warehouse });
  const at = new Date(Date.now() - 100 * DAY);
  for (const [{ id }, expires] of [
    [ana, 200],
    [cleo, 10],
  ] as const) {
    await make.enrollment(workspace, id, one.id, {
      assignedAt: at,
      startedAt: at,
      completedAt: at,
      expiresAt: new Date(Date.now() + expires * DAY),
      progress: 1,
    });
  }
  const toDepartment = (id: string) => ({ kind: 'department', department_id: id }) as const;
  for (const assignment of [
    { module_id: one.id, to: { kind: 'role', role: 'learner' }, due_days: 5 },
    { module_id: one.id, to: toDepartment(departments.Warehouse), due_on: dayIn(3) },
    { module_id: one.id, to: { kind: 'user', user_id: ana.id } },
    { module_id: other.id, to: toDepartment(departments.Office), due_days: 9 },
    { module_id: other.id, to: { kind: 'role', role: 'content_manager' }, joiners: false },
    { module_id: other.id, to: { kind: 'user', user_id: ben.id }, due_days: 2 },
  ] as const) {
    await admin.assignments.create.mutate(assignment);
  }
  // The due dates of who is away pass.
  await db.pool.query(
    'update assignment_enrollments l set due_on = l.due_on - 20 from enrollments e where e.id = l.enrollment_id and e.user_id = $1',
    [ben.id],
  );
  return { workspace, departments, call };
}

/** The people of a workspace with all that they owe, and what covers it. */
const peopleOf = async (workspaceId: string) =>
  (
    await db.pool.query<Row>(
      `select email, full_name, role, (select name from departments d where d.id = u.department_id) as department, is_active,
         array(
           select jsonb_build_object('module', m.title, 'cycle', e.cycle, 'is_current', e.is_current, 'source', e.source,
             'due_on', e.due_on, 'withdrawn', e.withdrawn_at is not null, 'completed', e.completed_at is not null,
             'by', (select json_agg(jsonb_build_object('audience', a.audience, 'role', a.role, 'due_on', l.due_on,
               'removed', l.removed_at is not null, 'renewal', l.renewal, 'took_over', l.took_over)
               order by a.module_id, a.created_at, a.id)
               from assignment_enrollments l join assignments a on a.workspace_id = $1 and a.id = l.assignment_id
               where l.workspace_id = $1 and l.enrollment_id = e.id))
           from enrollments e join modules m on m.workspace_id = $1 and m.id = e.module_id
           where e.workspace_id = $1 and e.user_id = u.id order by m.title, e.cycle) as cycles
       from users u where workspace_id = $1 and email like '_@example.com' order by email`,
      [workspaceId],
    )
  ).rows;

/** Events without ids and times, for each person in the order in which they were recorded. */
const eventsOf = async (workspaceId: string) =>
  (
    await db.pool.query<Row>(
      `select a.action, a.subject_name, a.changes - 'department_id' as changes, a.actor_kind, o.type,
         o.data - 'user_id' - 'department_id' - 'by' as data
       from audit_events a left join outgoing_events o on o.workspace_id = $1 and o.id = a.id
       join users u on u.workspace_id = $1 and u.id = a.subject_id
       where a.workspace_id = $1 and a.action like 'user.%' and a.action <> 'user.signed_in' order by u.email, a.id`,
      [workspaceId],
    )
  ).rows;

const row = fc.record(
  {
    email: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', 'f@example.com') },
      fc.constantFrom('e@example.com', ' D@Example.com', 'not an e-mail'),
    ),
    full_name: fc.constantFrom('Ana', 'Ben', ''),
    role: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('learner', 'content_manager') },
      fc.constantFrom('trainer', 'super_admin', 'auditor', 'boss'),
    ),
    department: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('Warehouse', 'Office') },
      fc.constantFrom(null, 'unknown'),
    ),
    deactivate: fc.boolean(),
    nickname: fc.constant('x'),
  },
  { requiredKeys: ['email'] },
);
/** A whole request is more often right than each of its rows. */
const tidy = fc.array(
  fc.record(
    {
      email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com', 'e@example.com', 'f@example.com'),
      full_name: fc.constantFrom('Ana', 'Ben'),
      role: fc.constantFrom('learner', 'content_manager', 'auditor'),
      department: fc.constantFrom('Warehouse', 'Office'),
      deactivate: fc.constant(false),
    },
    { requiredKeys: ['email', 'full_name'] },
  ),
  { minLength: 2, maxLength: 6 },
);
const batches = fc.array(fc.oneof(fc.array(row, { minLength: 1, maxLength: 6 }), tidy), { minLength: 1, maxLength: 3 });

// rules/users 19 and rules/assignments 5
test('whatever is sent, in one request or one by one: the same answers, people, events and assigned modules', async () => {
  const given = fc.asyncProperty(batches, fc.boolean(), async (sent, mayAssignSuperAdmin) => {
    const [together, alone] = [await setUp(mayAssignSuperAdmin), await setUp(mayAssignSuperAdmin)];
    const bodyIn =
      (departments: Record<string, string>) =>
      ({ department, ...of }: Row) => ({
        ...of,
        ...(department !== undefined && {
          department_id: department && ((typeof department === 'string' && departments[department]) || UNKNOWN),
        }),
      });
    for (const batch of sent) {
      const users = batch.map(bodyIn(together.departments));
      const { json } = await together.call('POST', '/api/v1/users/bulk', { users });
      const seen = new Set<string>();
      for (const [index, each] of batch.entries()) {
        const result = json.results[index];
        const said = result.problem?.code ?? [result.status, result.result];
        const email = each.email.trim().toLowerCase();
        if (result.problem?.detail.includes('earlier row')) {
          expect(seen).toContain(email);
          continue;
        }
        const body = bodyIn(alone.departments)(each);
        const answer = await alone.call('POST', '/api/v1/users', body);
        if (BulkUser.safeParse(body).success) seen.add(email);
        expect(said, JSON.stringify(each)).toEqual(answer.json.code ?? [answer.status, answer.json.result]);
      }
    }
    expect(await peopleOf(together.workspace.id)).toEqual(await peopleOf(alone.workspace.id));
    expect(await eventsOf(together.workspace.id)).toEqual(await eventsOf(alone.workspace.id));
  });
  await fc.assert(given, { numRuns: 15 });
});
