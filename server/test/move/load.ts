import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { authoringOn, card } from '../../src/features/courses/modules/authoring-fixture.ts';
import { classroomOf, RIGHT } from '../../src/features/learning/learning-fixture.ts';
import { type startReceiver, webhooksOf } from '../../src/features/webhooks/delivery/delivery-fixture.ts';
import type { AiStandIn } from '../ai/stand-in.ts';
import type { TestWorkspace } from '../make.ts';
import type { SmtpStandIn } from '../smtp-stand-in.ts';
import { withoutWaitingOrChance } from '../view-cards.ts';
import { codeOf, FollowingPerson } from './following-person.ts';
import type { Installation } from './installation.ts';

/** What the load is about. Of the installations, the first has the workspace at the beginning and in the end. */
type Around = {
  workspace: TestWorkspace;
  installations: readonly [Installation, ...Installation[]];
};

/** Repeats a step until it is stopped. */
export function repeat(pause: number, step: (n: number) => Promise<unknown>) {
  let isWorking = true;
  async function work() {
    for (let n = 0; isWorking; n++) {
      await step(n);
      await sleep(pause);
    }
  }
  const working = work();
  working.catch(() => undefined);
  return {
    async stop() {
      isWorking = false;
      await working;
    },
  };
}

const LEARNERS = 3;

/** Modules for each learner; more than there is time for. */
const MODULES = 500;

/** Learners who study one module after the other, each from its start to its completion. */
export async function startLearners({ workspace, installations }: Around) {
  const { server } = installations[0];
  for (const { db } of installations) await withoutWaitingOrChance(db);
  const classroom = await classroomOf(server, { in: workspace });
  const studied: { enrollmentId: string; moduleId: string }[] = [];

  async function startLearner() {
    const modules: Awaited<ReturnType<typeof classroom.module>>[] = [];
    for (let n = 0; n < MODULES; n++) modules.push(await classroom.module());
    const { email } = await server.make.user(workspace);
    const learner = new FollowingPerson(email, workspace.slug, installations);
    return repeat(200, async (n) => {
      const module = modules[n]!;
      const module_id = module.id;
      const { enrollment_id } = await learner.step(({ learning }) => learning.start.mutate({ module_id }));
      const { revision } = await learner.step(({ learning }) => learning.open.query({ module_id }));
      const shown = { enrollment_id, revision_id: revision.id };
      for (const { id: card_id } of module.cards) {
        await learner.step(({ learning }) => learning.show.mutate({ ...shown, card_id }));
        await learner.step(({ learning }) => learning.see.mutate({ ...shown, card_ids: [card_id] }));
      }
      const attempt = await learner.step(({ learning }) => learning.beginAttempt.mutate({ enrollment_id }));
      for (const { id: question_id } of module.questions) {
        const answer = { attempt_id: attempt.id, question_id, response: RIGHT };
        await learner.step(({ learning }) => learning.answer.mutate(answer));
      }
      studied.push({ enrollmentId: enrollment_id, moduleId: module_id });
    });
  }

  const learners: { stop(): Promise<void> }[] = [];
  for (let n = 0; n < LEARNERS; n++) learners.push(await startLearner());
  return {
    studied,
    async stop() {
      await Promise.all(learners.map((learner) => learner.stop()));
    },
    async check() {
      const once = { attempts: 1, answers: 2, recorded: 1, told: 1 };
      for (const { enrollmentId, moduleId } of studied) {
        expect(await classroom.traces(enrollmentId, moduleId)).toEqual(once);
        expect(await classroom.cycle(enrollmentId)).toMatchObject({ progress: 1, attempts: 1, cards_seen: 2 });
      }
    },
  };
}

/** An author whose page saves a draft again and again: after a lost or doubled save, the next would be stale. */
export async function startAuthor({ workspace, installations }: Around) {
  const { server } = installations[0];
  const { user, module } = await authoringOn(server).draft(workspace);
  const author = new FollowingPerson(user.email, workspace.slug, installations);
  let saved = { version: 1, times: 0, last: '' };
  const saving = repeat(100, async (n) => {
    const front = `Save ${n}`;
    const draft = { module_id: module.id, section: 'flashcards' as const, items: [card({ front })] };
    const { version } = await author.step(({ modules }) =>
      modules.saveSection.mutate({ ...draft, version: saved.version }),
    );
    expect(version).toBe(saved.version + 1);
    saved = { version, times: saved.times + 1, last: front };
  });
  return {
    times: () => saved.times,
    stop: () => saving.stop(),
    async check() {
      const { rows } = await server.db.pool.query(
        `select version, items #>> '{0,front}' as last, (select count(*)::int from audit_events
           where subject_id = module_id and action = 'module.section_edited') as times
         from sections where module_id = $1 and kind = 'flashcards'`,
        [module.id],
      );
      expect(rows).toEqual([saved]);
    },
  };
}

/** A trainer who has cards made of texts; at each switch, some of the jobs wait. */
export async function startTrainer({ workspace, installations }: Around, providers: AiStandIn) {
  const { server } = installations[0];
  const { user } = await authoringOn(server).draft(workspace);
  const trainer = new FollowingPerson(user.email, workspace.slug, installations);
  const jobs: { id: string; title: string }[] = [];
  const asking = repeat(400, async (n) => {
    const title = `Gate no. ${n}.`;
    const source = {
      title,
      text: `${title} Keep the gate closed while the machine runs. Open it once it stands still.`,
    };
    const begun = trainer.step(({ ai }) => ai.generateCards.mutate({ source, count: 1 }));
    // Jobs are held, so that the person soon has as many as they may.
    const job = await begun.catch((error: unknown) => {
      if (codeOf(error) !== 'rate_limited') throw error;
    });
    if (job) jobs.push({ id: job.id, title });
  });
  const states = async () => {
    const { rows } = await server.db.pool.query<{ id: string; state: string }>(
      'select id, state from ai_jobs where id = any($1)',
      [jobs.map(({ id }) => id)],
    );
    return rows;
  };
  return {
    jobs,
    stop: () => asking.stop(),
    /** Jobs that a provider was asked for twice, because they ran at the switch. */
    async check(): Promise<string[]> {
      await expect.poll(async () => (await states()).filter(({ state }) => state !== 'succeeded')).toEqual([]);
      expect(await states()).toHaveLength(jobs.length);
      const asked = providers.requests.filter(({ feature, isCheck }) => feature === 'card_generation' && !isCheck);
      return jobs.flatMap(({ title }) => {
        const times = asked.filter(({ body }) => body.includes(title)).length;
        expect(times, title).toBeOneOf([1, 2]);
        return times === 1 ? [] : [title];
      });
    },
  };
}

/** An admin who invites people by mail, which a job sends. */
export async function startAdmin({ workspace, installations }: Around, smtp: SmtpStandIn) {
  const { server } = installations[0];
  const { email: own } = await server.make.user(workspace, { role: 'super_admin' });
  const admin = new FollowingPerson(own, workspace.slug, installations);
  const invited: string[] = [];
  const inviting = repeat(100, async (n) => {
    const email = `invited-${n}@mail.example`;
    const person = { email, full_name: `Invited ${n}`, role: 'learner' as const };
    const { id } = await admin.step(({ users }) => users.save.mutate(person));
    const asked = { user_ids: [id], change: { kind: 'invite' as const } };
    const { outcomes } = await admin.step(({ users }) => users.changeSeveral.mutate(asked));
    expect(outcomes).toMatchObject([{ result: 'invited' }]);
    invited.push(email);
  });
  return {
    invited,
    stop: () => inviting.stop(),
    /** People who got two mails, because the job ran at the switch. */
    async check(): Promise<string[]> {
      await expect.poll(() => invited.filter((email) => smtp.to(email).length === 0)).toEqual([]);
      const { rows } = await server.db.pool.query(
        `select i.state, count(*)::int as n from invitations i join users u on u.id = i.user_id where u.email = any($1) group by 1`,
        [invited],
      );
      expect(rows).toEqual([{ state: 'sent', n: invited.length }]);
      return invited.filter((email) => smtp.to(email).length > 1);
    },
  };
}

/** An endpoint that is told of people and of completed trainings. */
export async function startEndpoint(
  { workspace, installations }: Around,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
) {
  const { server } = installations[0];
  const { addEndpoint, statesOf } = webhooksOf(server);
  const types = ['user.created', 'user.updated', 'learner.module_completed'] as const;
  const { id } = await addEndpoint(workspace, receiver.addressOf('moved'), [...types]);
  const { rows } = await server.db.pool.query<{ last: number }>(
    'select coalesce(max(sequence), 0)::int as last from outgoing_events where workspace_id = $1',
    [workspace.id],
  );
  return {
    /** Returns how many events were told, and how many requests came more than once. */
    async check() {
      const events = await server.db.pool.query<{ id: string; type: string; of: string }>(
        `select id, type, coalesce(data ->> 'module_id', data ->> 'user_id') as of from outgoing_events
         where workspace_id = $1 and type = any($2) and (sequence > $3 or sequence is null)`,
        [workspace.id, types, rows[0]!.last],
      );
      const told = new Set(events.rows.map((event) => event.id));
      const heard = () => [...new Set(receiver.of('moved').map((request) => request.id))];
      await expect.poll(() => heard().toSorted(), { timeout: 120_000 }).toEqual([...told].toSorted());
      await expect.poll(() => statesOf(id), { timeout: 120_000 }).toEqual({ delivered: told.size });
      const subjects = events.rows.map((event) => `${event.type} ${event.of}`);
      expect(new Set(subjects).size).toBe(subjects.length);
      return { subjects, again: receiver.of('moved').length - told.size };
    },
  };
}
