import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import type { SaveSection } from '@training/shared/courses/sections';
import type { ErrorCode } from '@training/shared/errors';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { TestWorkspace } from '../../../../test/make.ts';
import type { Client, TestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';

export type Card = Extract<SaveSection, { section: 'flashcards' }>['items'][number];
export type Question = Extract<SaveSection, { section: 'quiz' }>['items'][number];

export const card = (changes: Partial<Card> = {}): Card => ({ id: newId(), front: 'Front', back: 'Back', ...changes });

export const question = (prompt = 'Which?'): Question => ({
  id: newId(),
  kind: 'single_choice',
  prompt,
  options: ['This', 'That'],
  correct: 0,
  explanation: 'This, because it is.',
});

/** Matcher for the error that the client gets. */
export const refused = (code: ErrorCode, more: object = {}) => ({
  data: { httpStatus: ERRORS_BY_CODE[code].status, app_code: code, ...more },
});

/** Helpers that create a trainer with a course in their department, and other people. */
export function authoringOn(server: TestServer) {
  const { make, db } = server;

  async function person(workspace: TestWorkspace, role: Role, departmentId?: string) {
    const user = await make.user(workspace, { role, ...(departmentId && { departmentId }) });
    const client = server.client({ cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug });
    return { user, client };
  }

  async function trainer(workspace?: TestWorkspace) {
    const of = workspace ?? (await make.workspace());
    const department = await make.department(of);
    const { user, client } = await person(of, 'trainer', department.id);
    const course = await client.courses.create.mutate({ title: 'Driving forklifts', emoji: '🚜' });
    return { workspace: of, department, user, client, course };
  }

  /** A draft without content, by a new trainer. */
  async function draft(workspace?: TestWorkspace) {
    const author = await trainer(workspace);
    const module = await author.client.modules.create.mutate({ course_id: author.course.id, title: 'Brakes' });
    return { ...author, module };
  }

  /** Fills a draft with a card and a question, and submits it. */
  async function submitted(client: Client, moduleId: string) {
    await fill(client, moduleId);
    await client.reviews.submit.mutate({ module_id: moduleId });
    return client.modules.get.query({ id: moduleId });
  }

  /** Audit events of a module, suggestion or course, oldest first. */
  async function audited(subjectId: string): Promise<Audited[]> {
    const { rows } = await db.pool.query<Audited>(
      `select action, actor_name as actor, changes from audit_events where subject_id = $1 order by at, id`,
      [subjectId],
    );
    return rows;
  }

  return { person, trainer, draft, submitted, audited };
}

type Audited = { action: string; actor: string; changes: Record<string, unknown> };

/** Sends a file in pieces, and makes media of them, which must have the digest if one is given. */
export async function sendMedia(client: Client, file: Uint8Array, digest?: string, size: number = MEDIA_LIMITS.piece) {
  const pieces: string[] = [];
  for (let at = 0; at < file.length; at += size) {
    pieces.push((await client.media.upload.mutate(new Blob([new Uint8Array(file.subarray(at, at + size))]))).id);
  }
  return client.media.add.mutate({ pieces, ...(digest !== undefined && { digest }) });
}

export async function fill(client: Client, moduleId: string): Promise<void> {
  const { flashcards, quiz } = await client.modules.get.query({ id: moduleId });
  await client.modules.saveSection.mutate({
    module_id: moduleId,
    section: 'flashcards',
    version: flashcards.version,
    items: [card()],
  });
  await client.modules.saveSection.mutate({
    module_id: moduleId,
    section: 'quiz',
    version: quiz.version,
    items: [question()],
  });
}
