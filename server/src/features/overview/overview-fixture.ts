import type { TestServer } from '../../../test/server.ts';
import { castOf } from '../reviews/reviews-fixture.ts';

const DAY = 86_400_000;

/** Returns the date `days` days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY);

/**
 * Creates two departments with the same content: a draft, a module with an open query, a module waiting for review, a
 * suggestion, an overdue person and a person whose certificate is expiring.
 */
export async function worldOf(server: TestServer) {
  const cast = await castOf(server);
  const { make, db } = server;
  const { workspace, department, reviewer, trainer } = cast;
  const elsewhere = await make.department(workspace);
  const outsider = await cast.person('trainer', elsewhere.id);
  const auditor = await cast.person('auditor');
  const { call } = await server.api(['intake:create'], workspace);

  async function fill(name: string, departmentId: string, createdBy: string) {
    const course = await make.course(workspace, { title: `${name} course`, departmentId });
    const draft = await make.module(workspace, course.id, { title: `${name} draft`, createdBy });
    const asked = await make.module(workspace, course.id, { title: `${name} asked`, status: 'in_review', createdBy });
    const hashes = await make.hashes(asked.id);
    const sent = { module_id: asked.id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
    // Approve the other section, so that nothing waits for a reviewer.
    const other = { ...sent, section: 'flashcards' as const, content_hash: hashes.flashcards };
    await reviewer.client.reviews.approve.mutate(other);
    await reviewer.client.reviews.query.mutate({ ...sent, comment: `${name}: which brakes?` });
    const waiting = await make.module(workspace, course.id, {
      title: `${name} waiting`,
      status: 'in_review',
      createdBy,
    });
    const live = await make.module(workspace, course.id, {
      title: `${name} live`,
      status: 'published',
      validityDays: 365,
    });
    const late = await make.user(workspace, { fullName: `${name} late`, departmentId });
    const certified = await make.user(workspace, { fullName: `${name} certified`, departmentId });
    await make.enrollment(workspace, late.id, live.id, { dueAt: inDays(-2) });
    await make.enrollment(workspace, certified.id, live.id, {
      startedAt: inDays(-5),
      assignedAt: inDays(-10),
      completedAt: inDays(-2),
      progress: 1,
      expiresAt: inDays(10),
    });
    const body = {
      content: `${name} article`,
      title: `${name} article`,
      source_name: 'Wiki',
      department_id: departmentId,
    };
    const suggestion = await call('POST', '/api/v1/intake', body);
    return { course, draft, asked, waiting, live, late, certified, suggestion: String(suggestion.json.id) };
  }

  const ours = await fill('Ours', department.id, trainer.id);
  const theirs = await fill('Theirs', elsewhere.id, outsider.id);
  await db.pool.query(
    `update modules set submitted_at = now() - interval '3 days' where workspace_id = $1 and id = $2`,
    [workspace.id, theirs.waiting.id],
  );
  return { ...cast, outsider, auditor, ours, theirs };
}
