import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredAnswerContent } from '@training/shared/learning/attempts';
import type { TestWorkspace } from '../../../test/make.ts';
import type { TestServer } from '../../../test/server.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { completeCycleIfDone } from '../learning/complete-cycle.ts';

const DAY = 86_400_000;
/** Before everything that happens in it. */
const CREATED = new Date('2025-01-01T08:00:00.000Z');
export const COMPLETED = new Date('2026-03-01T08:30:00.000Z');

/** Completions on a server, and what browsers get of them. */
export function evidenceOn(server: TestServer) {
  const { make, db } = server;

  /** A completion with the attempt that passed and its answer. */
  async function completion(
    workspace: TestWorkspace,
    person: { id: string },
    moduleId: string,
    at = COMPLETED,
    response: StoredAnswerContent = { kind: 'single_choice', choice: 0 },
  ) {
    const { rows } = await db.pool.query<{ id: string; question: string }>(
      `select id, quiz -> 0 ->> 'id' as question from module_revisions where module_id = $1`,
      [moduleId],
    );
    const [revision] = rows;
    const enrollment = await make.enrollment(workspace, person.id, moduleId, {
      assignedAt: new Date(at.getTime() - DAY),
      startedAt: at,
      cardsSeen: 1,
      attempts: 1,
      bestScore: 1,
      revisionId: revision!.id,
    });
    const attemptId = newId();
    await db.pool.query(
      `insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, ended_at, score)
     values ($1, $2, $3, 1, $4, 0.8, 'passed', $5, $5, 1)`,
      [workspace.id, attemptId, enrollment.id, revision!.id, at],
    );
    await db.pool.query(
      `insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
     values ($1, $2, $3, $4, 'hash', $6, $7, $5, 'graded', 1)`,
      [workspace.id, newId(), attemptId, revision!.question, at, response.kind, JSON.stringify(response)],
    );
    const ctx = { ...make.contextOf(workspace), now: at };
    await inTransaction(ctx, (em) => completeCycleIfDone(em, ctx, enrollment.id));
    return enrollment;
  }

  async function completed(fullName = 'Ana Souza', response?: StoredAnswerContent) {
    const workspace = await make.createdWorkspace(CREATED);
    const department = await make.department(workspace, 'Warehouse');
    const person = await make.user(workspace, { fullName, departmentId: department.id });
    const course = await make.course(workspace, { title: 'Safety' });
    const module = await make.module(workspace, course.id, {
      status: 'published',
      title: 'Lockout',
      validityDays: 365,
    });
    const enrollment = await completion(workspace, person, module.id, COMPLETED, response);
    return { workspace, department, person, module, course, enrollment };
  }

  /** Opens a link as a browser would: with the session's cookie and no header of ours. */
  async function get(workspace: TestWorkspace, email: string, path: string) {
    const response = await fetch(`${server.base}/api/workspaces/${workspace.slug}${path}`, {
      headers: { cookie: await server.signIn(email) },
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  /** The pack of a workspace, as an auditor downloads it. */
  async function packOf(workspace: TestWorkspace, query = '') {
    return (await get(workspace, await auditorOf(workspace), `/evidence-pack${query}`)).bytes;
  }

  async function auditorOf(workspace: TestWorkspace) {
    return (await make.user(workspace, { role: 'auditor' })).email;
  }

  return { completion, completed, get, packOf, auditorOf };
}

/** Where a pack was kept. */
export async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'pack-')), 'pack.zip');
  await writeFile(path, bytes);
  return path;
}
