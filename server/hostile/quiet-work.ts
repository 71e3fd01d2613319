// What a well-behaved tenant does all day: its HR and content systems, a trainer who writes, a reviewer, an
// administrator. Everything that was acknowledged is kept, and asked for again at the end.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AI_JOB_LEASE_SECONDS } from '../src/features/ai/runner/claim-ai-job.ts';
import { call, type Who } from './call.ts';
import { clientOf, statusOf } from './client.ts';
import { measured, type Sample } from './sample.ts';
import type { Target } from './target.ts';

/** Milliseconds between two calls of one person. */
const PAUSE = 25;
/** The HR system changes so many people in turn. */
const PEOPLE = 40;
/** So many modules go into a course before the next one, far from the most that a course may have. */
const MODULES = 100;
/** The only one that waits for a provider, and for a job's turn. */
export const GENERATE = 'generate cards';
/** Milliseconds until a job counts as stuck: one of an instance that died is taken over once its lease is up. */
const JOB_PATIENCE = (AI_JOB_LEASE_SECONDS + 30) * 1000;

const Users = z.object({ users: z.array(z.object({ email: z.string().nullable(), full_name: z.string() })) });

export interface QuietWork {
  /** Works until `signal`; answers what each call took and how it ended. */
  run(signal: AbortSignal): Promise<Sample[]>;
  /** What was acknowledged and is not there; nothing, one hopes. */
  missing(): Promise<string[]>;
}

export function quietWork(target: Target): QuietWork {
  const { bases, tenant } = target;
  const as = (who: Who) => clientOf(target, who);
  const people = { admin: as('admin'), manager: as('manager'), trainer: as('trainer') };
  const rest = (path: string, body?: unknown) => call(bases, { tenant, who: 'token', path, body });

  /** The last name of each person that the API acknowledged; null while nobody knows, because an answer is missing. */
  let upserts = 0;
  const names = new Map<string, string | null>();
  const suggestions = new Map<string, string>();
  const saved = new Map<string, string | null>();
  const published = new Set<string>();
  let modules = 0;
  let course: { id: string } | undefined;

  async function courseOf(keep: Keep): Promise<string | undefined> {
    if (modules++ % MODULES > 0 && course) return course.id;
    course = await keep.answer('create a course', () =>
      people.trainer.courses.create.mutate({ title: `Quiet ${randomUUID()}`, emoji: '🤫' }),
    );
    return course?.id;
  }

  async function hrSystem(keep: Keep): Promise<void> {
    await keep('list users', () => rest('/api/v1/users?limit=100'));
    const email = `quiet-${upserts++ % PEOPLE}@example.com`;
    const full_name = `Name ${randomUUID()}`;
    names.set(email, null);
    const { status } = await keep('upsert a user', () => rest('/api/v1/users', { email, full_name }));
    if (status === 200 || status === 201) names.set(email, full_name);
  }

  async function contentSystem(keep: Keep): Promise<void> {
    const title = `Notice ${randomUUID()}`;
    const body = { content: `${title}\n\nFrom today on, ${randomUUID()} applies.`, source_name: 'Intranet', title };
    const { status, body: answer } = await keep('push a document', () => rest('/api/v1/intake', body));
    if (status === 201 && answer !== null && typeof answer === 'object' && 'id' in answer) {
      suggestions.set(String(answer.id), title);
    }
    await keep('read the catalog', () => rest('/api/v1/catalog'));
  }

  async function author(keep: Keep): Promise<void> {
    const { trainer, manager } = people;
    const courseId = await courseOf(keep);
    if (courseId === undefined) return;
    const title = `Module ${randomUUID()}`;
    const made = await keep.answer('create a module', () =>
      trainer.modules.create.mutate({ course_id: courseId, title }),
    );
    if (made === undefined) return;
    const { id } = made;
    let version = (await keep.answer('read a module', () => trainer.modules.get.query({ id })))?.flashcards.version;
    for (let edit = 0; edit < 3 && version !== undefined; edit++) {
      const front = `Card ${randomUUID()}`;
      const items = [{ id: randomUUID(), front, back: 'The rule.' }];
      const from = version;
      saved.set(id, null);
      const save = await keep.answer('save a section', () =>
        trainer.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: from, items }),
      );
      version = save?.version;
      if (save) saved.set(id, front);
    }
    if (version === undefined) return;
    const question = {
      id: randomUUID(),
      kind: 'short_text' as const,
      prompt: 'Which?',
      accepted: ['A'],
      explanation: '',
    };
    const quiz = await keep.answer('read a module', () => trainer.modules.get.query({ id }));
    if (!quiz) return;
    const { version: of } = quiz.quiz;
    await keep.answer('save a section', () =>
      trainer.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: of, items: [question] }),
    );
    await keep.answer('submit a module', () => trainer.reviews.submit.mutate({ module_id: id }));
    await keep.answer('read the queue', () => manager.reviews.queue.query({ claim: 'all', limit: 25, offset: 0 }));
    const shown = await keep.answer('read a module', () => manager.modules.get.query({ id }));
    if (!shown || shown.status !== 'in_review') return;
    for (const section of ['flashcards', 'quiz'] as const) {
      const decision = { module_id: id, section, round: shown.round, content_hash: shown[section].content_hash };
      const approved = await keep.answer('approve a section', () => manager.reviews.approve.mutate(decision));
      if (section === 'quiz' && approved) published.add(id);
    }
  }

  async function administrator(keep: Keep): Promise<void> {
    const { admin } = people;
    await keep.answer('look people up', () => admin.users.search.query({ search: 'Name', limit: 50, offset: 0 }));
    await keep.answer('read the audit log', () => admin.audit.list.query({ limit: 50, offset: 0 }));
    await keep.answer('read analytics', () => admin.analytics.read.query({ include: ['modules'] }));
  }

  /** Cards that somebody waits for, until the job has ended. */
  async function generator(keep: Keep): Promise<void> {
    const { trainer } = people;
    const source = { title: 'Notice', text: `Check the brakes before every shift. Rule ${randomUUID()}.` };
    await keep.answer(GENERATE, async () => {
      const { id } = await trainer.ai.generateCards.mutate({ source, count: 1 });
      const deadline = Date.now() + JOB_PATIENCE;
      while (Date.now() < deadline) {
        const { state } = await trainer.ai.get.query({ id });
        if (state === 'succeeded') return id;
        await sleep(100);
      }
      throw new Error('The job did not end');
    });
    await sleep(500);
  }

  return {
    async run(signal) {
      const samples: Sample[] = [];
      const keep = keepIn(samples);
      const each = [hrSystem, contentSystem, author, administrator, generator];
      await Promise.all(
        each.map(async (work) => {
          while (!signal.aborted) {
            await work(keep);
            await sleep(PAUSE);
          }
        }),
      );
      return samples;
    },

    async missing() {
      const lost: string[] = [];
      const list = await rest('/api/v1/users?limit=500');
      const { users } = Users.parse(list.body);
      const listed = new Map(users.map(({ email, full_name }) => [email, full_name]));
      for (const [email, name] of names) {
        if (name !== null && listed.get(email) !== name) lost.push(`${email}: ${name}`);
      }
      for (const [id, title] of suggestions) {
        const found = await people.manager.suggestions.get.query({ id }).catch(() => undefined);
        if (found?.title !== title) lost.push(`suggestion ${id}`);
      }
      for (const [id, front] of saved) {
        const found = await people.trainer.modules.get.query({ id }).catch(() => undefined);
        if (front !== null && found?.flashcards.cards[0]?.front !== front) lost.push(`section of ${id}`);
        if (published.has(id) && found?.status !== 'published') lost.push(`publication of ${id}`);
      }
      return lost;
    },
  };
}

type Keep = ReturnType<typeof keepIn>;

function keepIn(samples: Sample[]) {
  const keep = <A extends { status: number }>(operation: string, work: () => Promise<A>) =>
    measured(samples, operation, async () => {
      const answer = await work();
      return { answer, status: answer.status };
    }).then(({ answer }) => answer);
  /** A typed call; undefined where it was refused, or got no answer. */
  const answer = <A>(operation: string, work: () => Promise<A>) =>
    measured(samples, operation, () =>
      work().then(
        (value) => ({ answer: value, status: 200 }),
        (error: unknown) => ({ answer: undefined, status: statusOf(error) }),
      ),
    ).then(({ answer: value }) => value);
  return Object.assign(keep, { answer });
}
