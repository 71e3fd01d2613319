import { randomUUID } from 'node:crypto';
import { storeUnappliedAssignment } from '../../src/features/assignments/change-assignment.ts';
import { spokenQuestion } from '../../src/features/grading/grading-fixture.ts';
import { storePastGrades } from '../../src/features/grading/trust/past-grades-fixture.ts';
import { webhookMaker } from '../../src/features/webhooks/endpoints/stored-webhooks-fixture.ts';
import type { TestServer } from '../server.ts';

export type Marked = Awaited<ReturnType<typeof markedWorkspace>>;

/**
 * A workspace with a row of nearly every kind.
 * @param mark Stands in each of its texts, so that they are found wherever they come out.
 */
export async function markedWorkspace(server: TestServer, slug: string, mark: string) {
  const { db, make } = server;
  const workspace = await make.workspace({ slug, name: `${mark} workspace` });
  const department = await make.department(workspace, `${mark} department`);
  const email = `${mark}@example.com`;
  const user = await make.user(workspace, { fullName: `${mark} user`, email, departmentId: department.id });
  const course = await make.course(workspace, { title: `${mark} course`, departmentId: department.id });
  const module = await make.module(workspace, course.id, {
    title: `${mark} module`,
    validityDays: 30,
    status: 'published',
  });
  const draft = await make.module(workspace, course.id, { title: `${mark} draft` });
  const submitted = await make.module(workspace, course.id, { title: `${mark} submitted`, status: 'in_review' });
  const questions = [spokenQuestion()];
  const oral = await make.module(workspace, course.id, { title: `${mark} oral`, status: 'published', questions });
  const { attempt: spokenAttempt } = await make.attempt(workspace, user.id, oral.id);
  const { enrollment, attempt } = await make.attempt(workspace, user.id, module.id);
  const studied = await make.module(workspace, course.id, { title: `${mark} published`, status: 'published' });
  const to = { kind: 'department', department_id: department.id } as const;
  const input = { module_id: studied.id, to, due_on: null, due_days: 7, joiners: true, again: false, window_days: 30 };
  const request = { id: randomUUID() };
  const assignment = await storeUnappliedAssignment(make.contextOf(workspace), input, request.id);
  const path = await make.path(workspace, {
    departmentId: department.id,
    assignmentId: assignment.id,
    userId: user.id,
    title: `${mark} path`,
  });
  const token = await make.token(workspace, ['intake:create'], `${mark} token`);
  const body = { content: `${mark} content`, source_name: `${mark} source`, department_id: department.id };
  const suggestion = await server.rest(token.token)('POST', '/api/v1/intake', body);
  const providerKey = await make.providerKey(workspace, `${mark} admin`);
  const chat = await make.chat(workspace, `${mark} chat`);
  const drive = await make.drive(workspace, { account: `${mark}@example.com` });
  const driveFolder = await make.driveFolder(workspace, drive.id, { departmentId: department.id });
  const driveFile = await make.driveFile(workspace, drive.id, { folderId: driveFolder.id, name: `${mark} file` });
  const { job, file } = await make.aiJob(workspace, user.id, `${mark} job`);
  const notification = await make.notification(workspace, user.id, `${mark} subject`);
  const suggested = { id: String(suggestion.json.id) };
  const spoken = await make.spokenAnswer(workspace, user.id, attempt.id, `${mark} transcript`);
  const graded = { workspaceId: workspace.id, attemptId: attempt.id };
  const maker = { provider: 'anthropic', model: `${mark} model`, prompt: 'x' } as const;
  await storePastGrades(db.pool, graded, maker, { grades: 1, confidence: 0.9 });
  const drifted = { moduleId: module.id, fileId: driveFile.id, suggestionId: suggested.id };
  const drift = await make.sourceDrift(workspace, drifted, `${mark} passage`);
  const learning = { enrollment, attempt, ...spoken };
  const webhooks = webhookMaker(db);
  const webhook = await webhooks.webhook(workspace, {
    url: `https://${mark}.example.com/`,
    description: `${mark} webhook`,
  });
  const failed = { status: 500, error: `${mark} failed`, response: `${mark} answer` };
  const delivery = await webhooks.delivery(workspace, webhook, { state: 'exhausted', attempts: [failed] });
  const edit = { id: randomUUID(), at: '2026-01-02T03:04:05.678Z' };
  await db.pool.query(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_id, subject_name)
     values ($1, $2, $3, 'module.section_edited', 'system', $4, 'module', $5, $4)`,
    [workspace.id, edit.id, edit.at, `${mark} edit`, module.id],
  );
  const provider = await make.token(workspace, ['scim'], `${mark} identity provider`);
  const provisioned = { userName: `${mark}-2@example.com`, displayName: `${mark} provisioned` };
  const { json: member } = await server.rest(provider.token)('POST', '/scim/v2/Users', provisioned);
  const { rows: connections } = await db.pool.query<{ id: string }>(
    'select id from scim_connections where workspace_id = $1',
    [workspace.id],
  );
  const connection = connections[0]!;
  const { rows: groups } = await db.pool.query<{ id: string }>(
    `insert into scim_groups (workspace_id, connection_id, id, name, created_at, updated_at)
     values ($1, $2, gen_random_uuid(), $3, now(), now()) returning id`,
    [workspace.id, connection.id, `${mark} group`],
  );
  const [group] = groups as [{ id: string }];
  await db.pool.query('insert into scim_group_members values ($1, $2, $3, $4)', [
    workspace.id,
    connection.id,
    group.id,
    member.id,
  ]);
  const { attested, document } = await make.attested(workspace, user.id, module.id, `${mark} source`);
  return {
    mark,
    workspace,
    department,
    user,
    course,
    module,
    draft,
    submitted,
    spokenAttempt,
    token,
    suggestion: suggested,
    providerKey,
    chat,
    drive,
    driveFolder,
    driveFile,
    job,
    file,
    notification,
    ...learning,
    studied,
    assignment,
    path,
    request,
    webhook,
    delivery,
    marked: { id: drift.itemId },
    edit,
    attested,
    document,
    connection,
    group,
  };
}
