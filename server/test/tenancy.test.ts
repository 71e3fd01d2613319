import { randomUUID } from 'node:crypto';
import { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { BOUNDS } from '../src/http/bounds/figures.ts';
import { operationsOf } from '../src/http/rest/operations.ts';
import { webhookMaker } from '../src/features/webhooks/endpoints/stored-webhooks-fixture.ts';
import { storePastGrades } from '../src/features/grading/trust/past-grades-fixture.ts';
import { storeAssignment } from '../src/features/assignments/change-assignment.ts';
import { appRouter } from '../src/router.ts';
import { callProcedure, procedures } from './call-procedure.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer({
  env: { ANTHROPIC_API_KEY: 'pooled-generation', DEEPGRAM_API_KEY: 'pooled-transcription' },
  // Each session is refused by all procedures in a row.
  bounds: { refusals: { ...BOUNDS.refusals, most: 10_000 } },
});
const { make } = server;
/** Stands in every text of the workspace that must not be seen. */
const MARK = 'only-theirs';

async function theirs() {
  const workspace = await make.workspace({ slug: 'theirs', name: `${MARK} workspace` });
  const department = await make.department(workspace, `${MARK} department`);
  const email = `${MARK}@example.com`;
  const user = await make.user(workspace, { fullName: `${MARK} user`, email, departmentId: department.id });
  const course = await make.course(workspace, { title: `${MARK} course`, departmentId: department.id });
  const module = await make.module(workspace, course.id, {
    title: `${MARK} module`,
    validityDays: 30,
    status: 'published',
  });
  const { enrollment, attempt } = await make.attempt(workspace, user.id, module.id);
  const studied = await make.module(workspace, course.id, { title: `${MARK} published`, status: 'published' });
  const to = { kind: 'department', department_id: department.id } as const;
  const input = { module_id: studied.id, to, due_on: null, due_days: 7, joiners: true, again: false, window_days: 30 };
  const assignment = await storeAssignment(make.contextOf(workspace), input);
  const token = await make.token(workspace, ['intake:create'], `${MARK} token`);
  const body = { content: `${MARK} content`, source_name: `${MARK} source`, department_id: department.id };
  const suggestion = await server.rest(token.token)('POST', '/api/v1/intake', body);
  const providerKey = await make.providerKey(workspace, `${MARK} admin`);
  const chat = await make.chat(workspace, `${MARK} chat`);
  const drive = await make.drive(workspace, { account: `${MARK}@example.com` });
  const driveFolder = await make.driveFolder(workspace, drive.id, { departmentId: department.id });
  const driveFile = await make.driveFile(workspace, drive.id, { folderId: driveFolder.id, name: `${MARK} file` });
  const { job, file } = await make.aiJob(workspace, user.id, `${MARK} job`);
  const notification = await make.notification(workspace, user.id, `${MARK} subject`);
  const suggested = { id: String(suggestion.json.id) };
  const spoken = await make.spokenAnswer(workspace, user.id, attempt.id, `${MARK} transcript`);
  const graded = { workspaceId: workspace.id, attemptId: attempt.id };
  const maker = { provider: 'anthropic', model: `${MARK} model`, prompt: 'x' } as const;
  await storePastGrades(server.db.pool, graded, maker, { grades: 1, confidence: 0.9 });
  const drifted = { moduleId: module.id, fileId: driveFile.id, suggestionId: suggested.id };
  const mark = await make.sourceDrift(workspace, drifted, `${MARK} passage`);
  const learning = { enrollment, attempt, ...spoken };
  const webhooks = webhookMaker(server.db);
  const webhook = await webhooks.webhook(workspace, {
    url: `https://${MARK}.example.com/`,
    description: `${MARK} webhook`,
  });
  const failed = { status: 500, error: `${MARK} failed`, response: `${MARK} answer` };
  const delivery = await webhooks.delivery(workspace, webhook, { state: 'exhausted', attempts: [failed] });
  const edit = { id: randomUUID(), at: '2026-01-02T03:04:05.678Z' };
  await server.db.pool.query(
    `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_id, subject_name)
     values ($1, $2, $3, 'module.section_edited', 'system', $4, 'module', $5, $4)`,
    [workspace.id, edit.id, edit.at, `${MARK} edit`, module.id],
  );
  return {
    workspace,
    department,
    user,
    course,
    module,
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
    webhook,
    delivery,
    marked: { id: mark.itemId },
    edit,
  };
}

const them = await theirs();

/** For each procedure what would reach their rows, if anything could. A procedure that is not here fails the test. */
const ATTEMPTS: Record<string, object[]> = {
  'session.methods': [{}],
  'session.current': [{}],
  'users.list': [{}, { department_id: them.department.id }],
  'users.search': [{ search: MARK }, { department_id: them.department.id }],
  'users.upsert': [
    { email: them.user.email, deactivate: true },
    { email: 'x@example.com', full_name: 'X', department_id: them.department.id },
  ],
  'users.get': [{ id: them.user.id }],
  'users.training': [{ id: them.user.id }],
  'users.contributions': [{ id: them.user.id }],
  'users.activity': [{ id: them.user.id }],
  'users.waysIn': [{}],
  'users.handOverLink': [{ id: them.user.id }],
  'users.changeSeveral': [
    { user_ids: [them.user.id], change: { kind: 'deactivate' } },
    { user_ids: [them.user.id], change: { kind: 'invite' } },
    { user_ids: [them.user.id], change: { kind: 'move', department_id: them.department.id } },
  ],
  'users.import': [
    { people: [{ email: them.user.email, deactivate: true }] },
    { people: [{ email: 'y@example.com', full_name: 'Y', department_id: them.department.id }] },
  ],
  'departments.contents': [{ id: them.department.id }],
  'courses.move': [{ from: them.department.id, to: them.department.id }],
  'departments.list': [{}],
  'departments.names': [{}],
  'departments.create': [{ name: `${MARK} department`.toUpperCase() }],
  'departments.rename': [{ id: them.department.id, name: 'Taken over' }],
  'departments.delete': [{ id: them.department.id }],
  'catalog.list': [{}],
  'courses.list': [{}, { department_id: them.department.id }, { search: MARK }],
  'courses.get': [{ id: them.course.id }],
  'courses.create': [{ title: 'ours', emoji: '📦' }],
  'courses.update': [{ id: them.course.id, version: 1, title: 'Taken over' }],
  'modules.get': [{ id: them.module.id }],
  'modules.live': [{ id: them.module.id }],
  'modules.create': [{ course_id: them.course.id, title: 'ours' }],
  'modules.update': [{ id: them.module.id, settings_version: 1, title: 'Taken over' }],
  'modules.order': [{ course_id: them.course.id, from: [them.module.id], to: [them.module.id] }],
  'modules.saveSection': [{ section: 'quiz', module_id: them.module.id, version: 1, items: [] }],
  'modules.generate': [
    { module_id: them.module.id, section: 'flashcards', source: { title: 'ours', text: 'Ours, for them.' } },
  ],
  'modules.documents': [{ id: them.module.id }],
  'modules.flags': [{ id: them.module.id }],
  'modules.addGenerated': [
    { to: 'module', job_id: them.job.id, module_id: them.module.id },
    { to: 'new_module', job_id: them.job.id, course_id: them.course.id, title: 'ours' },
  ],
  'modules.takeProposal': [{ id: them.module.id }],
  'modules.dismissProposal': [{ id: them.module.id }],
  'reviews.submit': [{ module_id: them.module.id }],
  'reviews.resubmit': [{ module_id: them.module.id }],
  'reviews.revise': [{ module_id: them.module.id }],
  'reviews.withdraw': [{ module_id: them.module.id, reason: 'x' }],
  'reviews.queue': [{}, { department_id: them.department.id }],
  'sourceDrift.ofModule': [{ module_id: them.module.id }],
  'sourceDrift.marked': [{}, { course_id: them.course.id }],
  'sourceDrift.confirm': [
    { module_id: them.module.id, items: [{ section: 'flashcards', item_id: them.marked.id, version: 1 }] },
  ],
  'reviews.compare': [{ module_id: them.module.id }],
  'reviews.claim': [{ module_id: them.module.id }],
  'reviews.reviewers': [{ module_id: them.module.id }],
  'reviews.reassign': [{ module_id: them.module.id, to: them.user.id }],
  'reviews.release': [{ module_id: them.module.id }],
  'reviews.next': [{ module_id: them.module.id }],
  'reviews.approve': [{ module_id: them.module.id, section: 'quiz', round: 1, content_hash: 'a'.repeat(64) }],
  'reviews.query': [
    { module_id: them.module.id, section: 'quiz', round: 1, content_hash: 'a'.repeat(64), comment: 'x' },
  ],
  'reviews.reject': [{ module_id: them.module.id, round: 1, reason: 'x' }],
  'reviews.comment': [{ module_id: them.module.id, section: 'quiz', body: 'x' }],
  'reviews.resolveComment': [{ id: them.module.id, resolved: true }],
  'reviews.unpublish': [{ module_id: them.module.id, reason: 'x' }],
  'reviews.archive': [{ module_id: them.module.id, reason: 'x' }],
  'reviews.restore': [{ module_id: them.module.id, reason: 'x' }],
  'learning.mine': [{}],
  'learning.library': [{}, { search: MARK }],
  'learning.upgrade': [{ enrollment_id: them.enrollment.id, revision: 1 }],
  'learning.feedbackOf': [{ module_id: them.module.id }],
  'learning.analyseFeedback': [{ module_id: them.module.id }],
  'learning.feedback': [{ enrollment_id: them.enrollment.id, rating: 1, comment: null }],
  'grading.uploadRecording': [new Blob(['ours'])],
  'grading.answerSpoken': [
    {
      attempt_id: them.attempt.id,
      question_id: them.attempt.questionId,
      response: { by: 'recording', recording_id: them.recording.id },
    },
  ],
  'grading.answer': [{ answer_id: them.answer.id }],
  'grading.confirmTranscript': [{ answer_id: them.answer.id, text: 'ours' }],
  'grading.appeal': [{ answer_id: them.answer.id, words: 'ours' }],
  'grading.recording': [{ recording_id: them.recording.id }],
  'grading.queue': [{}],
  'grading.trust': [{}],
  'grading.graded': [{}, { module_id: them.module.id, learner_id: them.user.id }],
  'grading.answerToGrade': [{ answer_id: them.answer.id }],
  'grading.grade': [{ answer_id: them.answer.id, verdict: { by: 'score', score: 1 } }],
  'grading.decideAppeal': [{ answer_id: them.answer.id, verdict: { by: 'score', score: 1 }, comment: 'ours' }],
  'grading.override': [{ answer_id: them.answer.id, grade: 1, verdict: { by: 'score', score: 1 }, reason: 'ours' }],
  'learning.open': [{ module_id: them.module.id }],
  'learning.history': [{ module_id: them.module.id }],
  'learning.attempt': [{ attempt_id: them.attempt.id }],
  'learning.start': [{ module_id: them.module.id }],
  'learning.show': [
    { enrollment_id: them.enrollment.id, revision_id: them.enrollment.revisionId, card_id: them.module.id },
  ],
  'learning.see': [
    { enrollment_id: them.enrollment.id, revision_id: them.enrollment.revisionId, card_ids: [them.module.id] },
  ],
  'learning.beginAttempt': [{ enrollment_id: them.enrollment.id }],
  'learning.answer': [
    {
      attempt_id: them.attempt.id,
      question_id: them.attempt.questionId,
      response: { kind: 'single_choice', choice: 0 },
    },
  ],
  'assignments.list': [
    {},
    { module_id: them.studied.id },
    { department_id: them.department.id },
    { user_id: them.user.id },
  ],
  'assignments.get': [{ id: them.assignment.id }],
  'assignments.people': [{ id: them.assignment.id }],
  'assignments.modules': [{}, { search: MARK }],
  'assignments.candidates': [{}, { search: MARK }],
  'assignments.preview': [
    { change: 'create', module_id: them.studied.id, to: { kind: 'department', department_id: them.department.id } },
    { change: 'create', module_id: them.studied.id, to: { kind: 'role', role: 'learner' } },
    { change: 'end', id: them.assignment.id },
  ],
  'assignments.create': [
    { module_id: them.studied.id, to: { kind: 'user', user_id: them.user.id } },
    { module_id: them.studied.id, to: { kind: 'department', department_id: them.department.id } },
  ],
  'assignments.update': [{ id: them.assignment.id, version: 1, to: { kind: 'role', role: 'learner' } }],
  'assignments.end': [{ id: them.assignment.id }],
  'assignments.openAttempts': [{ enrollment_id: them.enrollment.id, attempts: 1, reason: 'ours' }],
  'assignments.outOfAttempts': [{}],
  'assignments.waive': [{ enrollment_id: them.enrollment.id, reason: 'x' }],
  'assignments.undoWaiver': [{ enrollment_id: them.enrollment.id }],
  'analytics.breakdown': [{}, { department_id: them.department.id }],
  'analytics.concerns': [
    { list: 'overdue' },
    { list: 'overdue', department_id: them.department.id },
    { list: 'overdue', module_id: them.module.id },
  ],
  'analytics.items': [{ module_id: them.module.id }],
  'analytics.read': [
    {},
    { department_id: them.department.id },
    { course_id: them.course.id },
    { module_id: them.module.id },
    { user_id: them.user.id },
  ],
  'intake.create': [
    { content: `${MARK} content`, source_name: 'ours' },
    { content: 'ours', source_name: 'ours', department_id: them.department.id },
  ],
  'search.find': [{ query: MARK }],
  'suggestions.list': [{}],
  'suggestions.get': [{ id: them.suggestion.id }],
  'suggestions.dismiss': [{ id: them.suggestion.id, reason: 'x' }],
  'suggestions.restore': [{ id: them.suggestion.id }],
  'suggestions.accept': [{ id: them.suggestion.id, course_id: them.course.id }],
  'suggestions.move': [{ id: them.suggestion.id, department_id: null }],
  'notifications.matrix': [{}],
  'notifications.switch': [{ category: 'ai_suggestions', channel: 'email', enabled: false }],
  'notifications.setTimes': [{ quiet: null, digest_at: '09:00' }],
  'notifications.inbox': [{}, { unseen: true }],
  'notifications.unseen': [{}],
  'notifications.see': [{ ids: [them.notification.id] }],
  'notifications.mailFailures': [{ user_ids: [them.user.id] }],
  'notifications.tryMailAgain': [{ user_id: them.user.id }],
  'notifications.why': [{ id: them.notification.id }],
  'notifications.trace': [{}, { recipient_id: them.user.id }, { event_id: them.notification.eventId }],
  'providerKeys.list': [{}],
  'providerKeys.usage': [{}],
  'providerKeys.add': [{ provider: 'anthropic', model: 'no such model', key: 'a-key-of-ours' }],
  'providerKeys.test': [{ id: them.providerKey.id }],
  'providerKeys.rotate': [{ id: them.providerKey.id, version: 1, key: 'a-key-of-ours' }],
  'providerKeys.changeModel': [{ id: them.providerKey.id, version: 1, model: 'claude-opus-5-5' }],
  'providerKeys.remove': [{ id: them.providerKey.id }],
  'chat.read': [{}],
  'chat.connect': [{ kind: 'slack', address: 'https://hooks.example/ours', name: 'ours' }],
  'chat.replace': [
    { id: them.chat.id, version: 1, kind: 'slack', address: 'https://hooks.slack.com/services/T0/B0/ours' },
  ],
  'chat.test': [{ id: them.chat.id }],
  'chat.confirm': [{ id: them.chat.id, words: 'amber kettle' }],
  'chat.remove': [{ id: them.chat.id }],
  'drives.list': [{}],
  'drives.files': [{ id: them.drive.id }, { id: them.drive.id, folder_id: them.driveFolder.id }],
  'drives.authorize': [{ connection_id: them.drive.id }],
  'drives.finishAuthorization': [{ state: `${them.workspace.slug}.ours`, code: 'ours' }],
  'drives.connectServiceAccount': [{ key: '{}', connection_id: them.drive.id }],
  'drives.connectApp': [{ kind: 'lark', app: null, connection_id: them.drive.id }],
  'drives.browse': [{ id: them.drive.id }],
  'drives.pick': [{ id: them.drive.id, folders: [], seen: [them.driveFolder.id] }],
  'drives.scan': [{ id: them.drive.id }],
  'drives.disconnect': [{ id: them.drive.id }],
  'ai.availability': [{}],
  'ai.estimate': [
    { section: 'flashcards', count: 3, source: { from: 'document', job_id: them.job.id } },
    { section: 'flashcards', count: 3, source: { from: 'suggestion', module_id: them.module.id } },
  ],
  'ai.upload': [new Blob(['ours'])],
  'ai.generateCards': [{ source: { title: 'ours', text: 'ours' } }],
  'ai.generateQuiz': [{ source: { title: 'ours', text: 'ours' } }],
  'ai.extractDocument': [{ file_id: them.file.id, name: 'ours' }],
  'ai.analyseFeedback': [{ subject: 'ours', comments: ['ours'] }],
  'ai.gradeOralAnswer': [{ question: 'ours', rubric: ['ours'], transcript: 'ours' }],
  'ai.transcribe': [{ file_id: them.file.id }],
  'ai.list': [{}],
  'ai.get': [{ id: them.job.id }],
  'ai.makeAnother': [{ id: them.job.id, item: 0, source: { title: 'ours', text: 'ours' } }],
  'ai.cancelAnother': [{ id: them.job.id, item: 0 }],
  'ai.cancel': [{ id: them.job.id }],
  'ai.rename': [{ id: them.job.id, title: 'Taken over' }],
  'ai.delete': [{ id: them.job.id }],
  'tokens.list': [{}],
  'tokens.create': [{ name: 'ours', scopes: ['users:read'] }],
  'tokens.revoke': [{ id: them.token.id }],
  'webhooks.list': [{}],
  'webhooks.add': [{ url: 'http://127.0.0.1/ours', types: ['user.created'] }],
  'webhooks.update': [{ id: them.webhook.id, description: 'Taken over' }],
  'webhooks.test': [{ id: them.webhook.id }],
  'webhooks.switchOn': [{ id: them.webhook.id }],
  'webhooks.switchOff': [{ id: them.webhook.id }],
  'webhooks.rollSecret': [{ id: them.webhook.id }],
  'webhooks.remove': [{ id: them.webhook.id }],
  'webhooks.deliveries': [{ id: them.webhook.id }],
  'webhooks.delivery': [{ id: them.webhook.id, event_id: them.delivery.id }],
  'webhooks.replay': [
    { which: 'one', id: them.webhook.id, event_id: them.delivery.id },
    { which: 'held', id: them.webhook.id },
    { which: 'span', id: them.webhook.id, from: '2026-01-01' },
  ],
  'overview.read': [{}],
  'overview.counts': [{}],
  'overview.putSetUpAway': [{ away: true }],
  'workspace.get': [{}],
  'workspace.update': [{ name: 'Ours', time_zone: 'Europe/Berlin' }],
  'workspace.trustGrades': [{ by: 'nobody', figure: null }],
  'audit.list': [{}, { search: MARK }, { by: them.user.id }],
  'audit.lines': [{}, { search: MARK }, { by: them.user.id }],
  'audit.folded': [them.edit],
  'live.follow': [
    {
      tab: them.job.id,
      topics: [
        `module/${them.module.id}`,
        `ai_job/${them.job.id}`,
        `answer/${them.answer.id}`,
        `inbox/${them.user.id}`,
        'content',
        'notifications',
        'grading',
        'reviews',
        'provider_keys',
        'tokens',
        'webhooks',
        'drives',
      ],
    },
  ],
};

const THEIR_IDS = Object.values(them);

/** Every row of theirs in every table, to see that none was touched. */
async function theirRows(): Promise<string> {
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  const seen: string[] = [];
  for (const { name } of rows.filter((table) => table.name !== 'api_token_uses')) {
    const found = await server.db.pool.query<{ row: string }>(
      `select t::text as row from "${name}" t where workspace_id = $1 order by 1`,
      [them.workspace.id],
    );
    seen.push(name, ...found.rows.map(({ row }) => row));
  }
  return seen.join('\n');
}

/** Whether an answer says anything of theirs that the request did not say itself. */
function tellsOfThem(answer: string, request: string): boolean {
  const hidden = [MARK, ...THEIR_IDS.map(({ id }) => id)].filter((secret) => !request.includes(secret));
  return hidden.some((secret) => answer.includes(secret));
}

test('every procedure of the router has its attempts here', () => {
  expect(procedures.map(({ name }) => name).sort()).toEqual(Object.keys(ATTEMPTS).sort());
});

test.each(Role.options)('a %s of another workspace sees and changes nothing through any procedure', async (role) => {
  const ours = await make.workspace();
  const department = await make.department(ours);
  const user = await make.user(ours, { role, departmentId: department.id });
  const cookie = await server.signIn(user.email);
  const before = await theirRows();
  for (const procedure of procedures) {
    const { name } = procedure;
    for (const input of ATTEMPTS[name]!) {
      const asked = JSON.stringify(input);
      const inOurs = await callProcedure(
        server.base,
        { cookie, origin: server.base, [WORKSPACE_HEADER]: ours.slug },
        procedure,
        input,
      );
      expect(inOurs.status, `${name} ${asked}`).toBeLessThan(500);
      expect(tellsOfThem(inOurs.text, asked), `${name} ${asked}: ${inOurs.text}`).toBe(false);
      const headers = { cookie, origin: server.base, [WORKSPACE_HEADER]: them.workspace.slug };
      const inTheirs = await callProcedure(server.base, headers, procedure, input);
      expect(tellsOfThem(inTheirs.text, asked + them.workspace.slug), `${name} in theirs: ${inTheirs.text}`).toBe(
        false,
      );
      if (!name.startsWith('session.')) expect(inTheirs.status, `${name} in theirs`).toBe(403);
    }
  }
  expect(await theirRows()).toBe(before);
});

test('a token of another workspace sees and changes nothing through any operation, over REST or tRPC', async () => {
  const { token, call } = await server.api([
    'catalog:read',
    'analytics:read',
    'users:read',
    'users:write',
    'intake:create',
  ]);
  const before = await theirRows();
  const operations = operationsOf(appRouter);
  expect(operations).toHaveLength(5);
  for (const { name, type, method, path } of operations) {
    for (const input of ATTEMPTS[name]!) {
      const asked = JSON.stringify(input);
      const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
      const rest = await call(method, `/api/v1${path}${query}`, method === 'POST' ? input : undefined);
      const overTrpc = await callProcedure(
        server.base,
        { authorization: `Bearer ${token.token}` },
        { name, type },
        input,
      );
      for (const { status, text } of [rest, overTrpc]) {
        expect(status, `${name} ${asked}`).toBeLessThan(500);
        expect(tellsOfThem(text, asked), `${name} ${asked}: ${text}`).toBe(false);
      }
    }
  }
  expect(await theirRows()).toBe(before);
});
