import type pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { HASH_OF_NOTHING, itemsOf, KINDS } from './content.ts';
import {
  givesReason,
  namedRevision,
  namesStaleContent,
  namesStaleRound,
  namesStaleVersion,
  roleOf,
  takesOver,
  written,
  type Command,
  type Model,
  type Verb,
} from './model.ts';
import type { Answer, Call, People } from './people.ts';

/** A module of the real server, and who may be asked to do something to it. */
export type Driver = {
  id: string;
  call: Call;
  people: People;
  pool: pg.Pool;
  /** A module of another workspace. */
  elsewhere: string;
  /** Hashes of contents, as the server told them. */
  hashes: Map<string, string>;
};

const PROCEDURES: Record<Exclude<Verb, 'turn'>, string> = {
  save: 'modules.saveSection',
  rename: 'modules.update',
  submit: 'reviews.submit',
  resubmit: 'reviews.resubmit',
  withdraw: 'reviews.withdraw',
  revise: 'reviews.revise',
  restore_revision: 'reviews.restoreRevision',
  comment: 'reviews.comment',
  claim: 'reviews.claim',
  release: 'reviews.release',
  approve: 'reviews.approve',
  query: 'reviews.query',
  reject: 'reviews.reject',
  unpublish: 'reviews.unpublish',
  archive: 'reviews.archive',
  restore: 'reviews.restore',
};

const Saved = z.object({ content_hash: z.string() });

/** Does what the command says to the real module. */
export async function perform(driver: Driver, model: Model, command: Command): Promise<Answer> {
  const { verb, who, section } = command;
  if (verb === 'turn') return turn(driver, model);
  const content = verb === 'save' ? written(model, command) : 0;
  const answer = await driver.call(driver.people.of[who], PROCEDURES[verb], inputOf(driver, model, command, content));
  if (verb === 'save' && answer.ok) {
    driver.hashes.set(`${section} ${content}`, Saved.parse(answer.data).content_hash);
  }
  return answer;
}

function inputOf(driver: Driver, model: Model, command: Command, content: number): object {
  const { verb, section, elsewhere } = command;
  const id = elsewhere ? driver.elsewhere : driver.id;
  const module_id = id;
  const now = model.sections[section];
  const reason = { reason: `Because of ${verb}` };
  switch (verb) {
    case 'save': {
      const version = namesStaleVersion(command) ? now.version + 1 : now.version;
      return { module_id, section, version, items: itemsOf(section, content) };
    }
    case 'rename': {
      const settings_version = model.settingsVersion + (namesStaleVersion(command) ? 1 : 0);
      return { id, settings_version, title: numberedTitle(model.title + 1) };
    }
    case 'restore_revision':
      return {
        module_id,
        number: namedRevision(model, command),
        flashcards_version: model.sections.flashcards.version,
        quiz_version: model.sections.quiz.version,
        settings_version: model.settingsVersion + (namesStaleVersion(command) ? 1 : 0),
      };
    case 'comment':
      return { module_id, section, body: 'A remark' };
    case 'claim':
      return { module_id, take_over: takesOver(command) };
    case 'withdraw':
      return { module_id, ...(givesReason(command) && reason) };
    case 'approve':
    case 'query': {
      const seen = driver.hashes.get(`${section} ${now.content}`);
      const content_hash = namesStaleContent(command) ? 'f'.repeat(64) : (seen ?? HASH_OF_NOTHING);
      return {
        module_id,
        section,
        round: roundOf(model, command),
        content_hash,
        ...(verb === 'query' && { comment: 'Why?' }),
      };
    }
    case 'reject':
      return { module_id, round: roundOf(model, command), ...reason };
    case 'unpublish':
    case 'archive':
    case 'restore':
      return { module_id, ...reason };
    default:
      return { module_id };
  }
}

/** The round that a decision names: the one before, or the next where there is none before. */
function roundOf({ rounds: { length } }: Model, command: Command): number {
  if (!namesStaleRound(command)) return Math.max(1, length);
  return length > 1 ? length - 1 : length + 1;
}

async function turn({ pool, people }: Driver, model: Model): Promise<Answer> {
  const role = roleOf(model, 'turncoat') === 'trainer' ? 'content_manager' : 'trainer';
  const values = [people.workspace.id, people.of.turncoat.id, role];
  await pool.query('update users set role = $3 where workspace_id = $1 and id = $2', values);
  return { ok: true, data: null };
}

export const numberedTitle = (title: number) => `Title ${title}`;

const STATE = {
  name: 'test-state',
  text: `
select m.status, m.workflow, m.round, m.cycle, m.claimed_by, m.settings_version,
  coalesce(m.working ->> 'title', m.title) as title, c.published,
  (select json_object_agg(s.kind, json_build_object('state', s.state, 'version', s.version, 'items', s.items))
   from sections s where s.workspace_id = $1 and s.module_id = m.id) as sections,
  (select json_build_object('title', r.title, 'flashcards', r.flashcards, 'quiz', r.quiz)
   from module_revisions r where r.workspace_id = $1 and r.id = m.live_revision_id) as live
from modules m join courses c on c.workspace_id = $1 and c.id = m.course_id
where m.workspace_id = $1 and m.id = $2`,
};

/** Compares where the module stands in the database with where the model says that it stands. */
export async function expectState({ id, people, pool }: Driver, model: Model): Promise<void> {
  const { rows } = await pool.query({ ...STATE, values: [people.workspace.id, id] });
  const { archived, live, workflow } = model;
  const status = archived ? 'archived' : live ? 'published' : workflow;
  const section = (kind: (typeof KINDS)[number]) => {
    const { state, version, content } = model.sections[kind];
    return { state, version, items: itemsOf(kind, content) };
  };
  expect(rows[0]).toEqual({
    status,
    workflow,
    round: model.rounds.length,
    cycle: model.cycle,
    claimed_by: model.claimedBy && people.of[model.claimedBy].id,
    settings_version: model.settingsVersion,
    title: numberedTitle(model.title),
    published: status === 'published',
    sections: { flashcards: section('flashcards'), quiz: section('quiz') },
    live: live && {
      title: numberedTitle(live.title),
      flashcards: itemsOf('flashcards', live.flashcards),
      quiz: itemsOf('quiz', live.quiz),
    },
  });
}

const HISTORY = {
  name: 'test-history',
  text: `
select
  array(select action from audit_events where workspace_id = $1 and id > $2 and subject_id = $2 order by id) as audit,
  array(select type from outgoing_events
    where workspace_id = $1 and id > $2 and data ->> 'module_id' = $2::text order by id) as events,
  (select coalesce(json_agg(json_build_object('flashcards', r.flashcards, 'quiz', r.quiz) order by r.round), '[]')
   from review_rounds r where r.workspace_id = $1 and r.module_id = $2) as rounds,
  (select coalesce(json_agg(json_build_object('title', r.title, 'flashcards', r.flashcards, 'quiz', r.quiz)
     order by r.number), '[]')
   from module_revisions r where r.workspace_id = $1 and r.module_id = $2) as published`,
};

/** Compares all that the server has kept of the module's life. */
export async function expectHistory({ id, people, pool }: Driver, model: Model): Promise<void> {
  const { rows } = await pool.query({ ...HISTORY, values: [people.workspace.id, id] });
  const snapshot = ({ flashcards, quiz }: Record<(typeof KINDS)[number], number>) => ({
    flashcards: itemsOf('flashcards', flashcards),
    quiz: itemsOf('quiz', quiz),
  });
  expect(rows[0]).toEqual({
    audit: model.audit,
    events: model.events,
    rounds: model.rounds.map(snapshot),
    published: model.published.map((each) => ({ ...snapshot(each), title: numberedTitle(each.title) })),
  });
}
