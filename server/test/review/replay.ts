import type { SectionKind } from '@training/shared/courses/courses';
import { expect } from 'vitest';
import { apply } from './apply.ts';
import { HASH_OF_NOTHING, KINDS } from './content.ts';
import type { Transaction } from './journal.ts';
import { newModel, refusal, type Command, type Contents, type Model, type Verb } from './model.ts';
import { EVERYBODY, type People, type PersonName } from './people.ts';

const VERB_OF: Record<string, Verb> = {
  'module.section_edited': 'save',
  'module.section_approved': 'approve',
  'module.section_queried': 'query',
  'review.claimed': 'claim',
  'review.released': 'release',
  'module.updated': 'rename',
  'module.submitted': 'submit',
  'module.resubmitted': 'resubmit',
  'module.withdrawn': 'withdraw',
  'module.revised': 'revise',
  'module.revision_restored': 'restore_revision',
  'module.rejected': 'reject',
  'module.unpublished': 'unpublish',
  'module.archived': 'archive',
  'module.restored': 'restore',
};

type Stored = {
  module: Transaction['modules'][number] | undefined;
  sections: Map<string, Transaction['sections'][number]>;
};

/**
 * Goes through a module's life as the database kept it, with the model beside: each transaction must be something that
 * the table allowed at that moment to whoever did it, must have done just that, and must be in the audit log once. What
 * a text is to the model is the hash that PostgreSQL made of it.
 */
export function replay(
  transactions: Transaction[],
  people: People,
): { model: Model; actions: string[]; begun: string[] } {
  const model = newModel('author');
  const hashes = [HASH_OF_NOTHING];
  const stored: Stored = { module: undefined, sections: new Map() };
  const actions: string[] = [];
  const begun: string[] = [];
  for (const [index, transaction] of transactions.entries()) {
    const logged = transaction.audit_events.map(({ action }) => action);
    const where = `transaction ${index}: ${JSON.stringify(transaction)}`;
    keep(stored, transaction);
    if (index > 0) {
      const command = commandOf(transaction, people);
      expect(refusal(model, command), where).toBe(null);
      const known = model.audit.length;
      apply(model, command);
      expect(logged, where).toEqual(model.audit.slice(known));
      if (command.verb === 'save') hashes[model.texts] = stored.sections.get(command.section)?.content_hash ?? '';
    }
    actions.push(...logged);
    begun.push(...logged.slice(0, 1));
    expectStored(model, stored, hashes, where);
    for (const round of transaction.review_rounds) expectSnapshot(model.rounds.at(-1), round, hashes, where);
    for (const revision of transaction.module_revisions) {
      expectSnapshot(model.published.at(-1), revision, hashes, where);
      expect([revision.number, revision.id], where).toEqual([model.published.length, stored.module?.live_revision_id]);
    }
  }
  expect(actions).toEqual(model.audit);
  return { model, actions, begun };
}

function keep(stored: Stored, transaction: Transaction): void {
  stored.module = transaction.modules.at(-1) ?? stored.module;
  for (const section of transaction.sections) stored.sections.set(section.kind, section);
}

/** Derives the command of a transaction from the row that it is known by. */
function commandOf(transaction: Transaction, people: People): Command {
  const [logged] = transaction.audit_events;
  const comment = transaction.review_comments.find(({ kind }) => kind === 'comment');
  const verb = logged ? VERB_OF[logged.action] : comment && 'comment';
  const section: SectionKind = logged?.changes?.section ?? comment?.section ?? 'flashcards';
  const who = personNamed(people, logged?.actor_id ?? comment?.author_id);
  if (!verb || !who) throw new Error(`Nobody can do this: ${JSON.stringify(transaction)}`);
  return { verb, who, section, twist: 0, elsewhere: false };
}

const personNamed = (people: People, id: string | null | undefined): PersonName | undefined =>
  EVERYBODY.find((name) => people.of[name].id === id);

function expectStored(model: Model, { module, sections }: Stored, hashes: string[], where: string): void {
  const { archived, live, workflow } = model;
  const status = archived ? 'archived' : live ? 'published' : workflow;
  const { cycle, settingsVersion: settings_version } = model;
  expect(module, where).toMatchObject({ status, workflow, round: model.rounds.length, cycle, settings_version });
  expect(module?.live_revision_id !== null, where).toBe(live !== null);
  for (const kind of KINDS) {
    const { state, version, content } = model.sections[kind];
    expect(sections.get(kind), where).toMatchObject({ state, version, content_hash: hashes[content] });
  }
}

function expectSnapshot(
  contents: Contents | undefined,
  row: { flashcards_hash: string; quiz_hash: string },
  hashes: string[],
  where: string,
): void {
  const expected = { flashcards_hash: hashes[contents?.flashcards ?? 0], quiz_hash: hashes[contents?.quiz ?? 0] };
  expect(row, where).toMatchObject(expected);
}
