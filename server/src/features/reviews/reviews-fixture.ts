import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect } from 'vitest';
import type { Client, TestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';

export type Cast = Awaited<ReturnType<typeof castOf>>;

/** Creates a workspace with all people involved in a review, and two of each role that could conflict. */
export async function castOf(server: TestServer) {
  const { make, db } = server;
  const workspace = await make.workspace();
  const [department, elsewhere] = [await make.department(workspace), await make.department(workspace)];

  async function person(role: Role, departmentId?: string) {
    const user = await make.user(workspace, { role, ...(departmentId && { departmentId }) });
    const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
    return { ...user, headers, client: server.client(headers) };
  }

  const { call } = await server.api(['catalog:read'], workspace);

  return {
    workspace,
    department,
    person,
    learner: await person('learner'),
    trainer: await person('trainer', department.id),
    outsider: await person('trainer', elsewhere.id),
    reviewer: await person('content_manager'),
    second: await person('content_manager'),
    admin: await person('super_admin'),

    /** A new module of the department in review, and the hashes of its content. */
    inReview: () => make.moduleInReview(workspace, { departmentId: department.id }),

    /** A new module of the department in any state, in its own course. */
    module: async (changes: Parameters<typeof make.module>[2] = {}) => {
      const course = await make.course(workspace, { departmentId: department.id });
      const module = await make.module(workspace, course.id, changes);
      return { course, module, hashes: await make.hashes(module.id) };
    },

    /** A course from the public API's catalog. */
    inCatalog: async (courseId: string) => {
      const { json } = await call('GET', '/api/v1/catalog');
      const courses: { id: string; published: boolean; published_at: string | null; modules: object[] }[] = json;
      return courses.find(({ id }) => id === courseId)!;
    },

    /** History of a module: its audit rows, except those of authors' edits, and its outgoing events. */
    async trail(moduleId: string) {
      const audit = await db.pool.query<{ action: string; by: string; changes: Record<string, unknown> }>(
        `select action, actor_name as by, changes from audit_events
         where subject_id = $1 and action not in ('module.section_edited', 'module.updated') order by at, id`,
        [moduleId],
      );
      const events = await db.pool.query<{ type: string; data: Record<string, unknown> }>(
        `select type, data from outgoing_events where data ->> 'module_id' = $1 order by at, id`,
        [moduleId],
      );
      return { audit: audit.rows, events: events.rows };
    },
  };
}

export async function refused(call: Promise<unknown>, httpStatus: number, app_code: string, more: object = {}) {
  await expect(call).rejects.toMatchObject({ data: { httpStatus, app_code, ...more } });
}

export const card = (front = 'Front'): Flashcard => ({ id: newId(), front, back: 'Back' });

export const question = (prompt = 'Which?'): Question => ({
  id: newId(),
  kind: 'short_text',
  prompt,
  explanation: '',
  accepted: ['This one'],
});

/** Replaces the content of a section as the editor does, with a new card or question unless `items` is given. */
export async function edit(client: Client, id: string, section: SectionKind, items?: Flashcard[] | Question[]) {
  const { version } = (await client.modules.get.query({ id }))[section];
  const given = items ?? (section === 'quiz' ? [question(newId())] : [card(newId())]);
  const cards = given.filter((item) => 'front' in item);
  const questions = given.filter((item) => 'prompt' in item);
  return client.modules.saveSection.mutate(
    section === 'quiz'
      ? { section, module_id: id, version, items: questions }
      : { section, module_id: id, version, items: cards },
  );
}

/** Approves both sections unchanged, which publishes the module. */
export async function approveBoth(
  client: Client,
  moduleId: string,
  hashes: Record<SectionKind, string> & { round: number },
) {
  const approve = (section: SectionKind) =>
    client.reviews.approve.mutate({ module_id: moduleId, section, round: hashes.round, content_hash: hashes[section] });
  await approve('flashcards');
  return approve('quiz');
}
