import type { SectionKind, SectionState, WorkingCopyStatus } from '@training/shared/courses/courses';
import type { Role } from '@training/shared/permissions';
import { CAST, type PersonName } from './people.ts';

/** Content of a section: 0 is nothing, -1 something half-written, any other number a text of its own. */
export type Content = number;
export type Contents = Record<SectionKind, Content>;

export type ModelSection = { state: SectionState; version: number; content: Content; answered: boolean };

/** A module as rules/review sees it. Written from its table, and with nothing of the server's own. */
export type Model = {
  archived: boolean;
  /** Null while there is no working copy beside what is live. */
  workflow: WorkingCopyStatus | null;
  sections: Record<SectionKind, ModelSection>;
  title: number;
  settingsVersion: number;
  /** Content that learners see. */
  live: (Contents & { title: number }) | null;
  /** Everything that was ever submitted, and published; what comes first was first. */
  rounds: Contents[];
  published: (Contents & { title: number })[];
  /** People who wrote in this working copy. The module's creator never decides on it, either. */
  contributors: Set<PersonName>;
  creator: PersonName;
  cycle: number;
  claimedBy: PersonName | null;
  turncoat: Role;
  /** The texts that were written so far. */
  texts: number;
  audit: string[];
  events: string[];
};

export const VERBS = [
  ...(['save', 'rename', 'submit', 'resubmit', 'withdraw', 'revise', 'restore_revision', 'comment'] as const),
  ...(['claim', 'release', 'approve', 'query', 'reject', 'unpublish', 'archive', 'restore'] as const),
  /** No request: the turncoat gets another role. */
  'turn' as const,
];
export type Verb = (typeof VERBS)[number];

export type Command = {
  verb: Verb;
  who: PersonName;
  section: SectionKind;
  /** Variant of the verb: 0 to 5. */
  twist: number;
  /** The same of a module in another workspace. */
  elsewhere: boolean;
};

export function newModel(creator: PersonName): Model {
  const section = () => ({ state: 'editable' as const, version: 1, content: 0, answered: false });
  return {
    archived: false,
    workflow: 'draft',
    sections: { flashcards: section(), quiz: section() },
    title: 0,
    settingsVersion: 1,
    live: null,
    rounds: [],
    published: [],
    contributors: new Set(),
    creator,
    cycle: 1,
    claimedBy: null,
    turncoat: 'trainer',
    texts: 0,
    audit: ['module.created'],
    events: [],
  };
}

export const roleOf = (model: Model, who: PersonName): Role => (who === 'turncoat' ? model.turncoat : CAST[who]);
export const isUnderReview = ({ workflow }: Model) => workflow === 'in_review' || workflow === 'changes_requested';
export const namesStaleVersion = ({ verb, twist }: Command) =>
  (verb === 'save' || verb === 'rename' || verb === 'restore_revision') && twist === 5;
/** Returns the number of the revision that is brought back, from 1. */
export const namedRevision = ({ published }: Model, { twist }: Command) => 1 + (twist % Math.max(1, published.length));
/** Returns true if the decision names an old content of a section. One on the whole module names the round alone. */
export const namesStaleContent = ({ verb, twist }: Command) => verb !== 'reject' && twist === 5;
export const namesStaleRound = ({ verb, twist }: Command) => twist === (verb === 'reject' ? 5 : 4);
const namesStale = (command: Command) => namesStaleContent(command) || namesStaleRound(command);
export const givesReason = ({ twist }: Command) => twist < 3;
export const takesOver = ({ twist }: Command) => twist < 2;

/** Returns what a save writes: mostly something new, at times what is or was there, nothing, or half of it. */
export function written(model: Model, { section, twist }: Command): Content {
  const { content } = model.sections[section];
  const choices = [model.texts + 1, content, model.rounds.at(-1)?.[section] ?? 0, 0, -1, model.texts + 1];
  return choices[twist] ?? 0;
}

const BY_TRAINERS: Verb[] = [
  'save',
  'rename',
  'submit',
  'resubmit',
  'revise',
  'restore_revision',
  'withdraw',
  'comment',
];
const BY_REVIEWERS: Verb[] = ['claim', 'release', 'approve', 'query', 'reject', 'unpublish', 'comment'];
const BY_ADMINS: Verb[] = [...BY_REVIEWERS, 'withdraw', 'archive', 'restore'];
const WHO_MAY: Record<Role, Verb[]> = {
  learner: [],
  auditor: [],
  trainer: BY_TRAINERS,
  content_manager: BY_REVIEWERS,
  super_admin: BY_ADMINS,
};

/**
 * The code with which the table refuses the command now, in the order of rules/review 17; null where it goes through.
 */
export function refusal(model: Model, command: Command): string | null {
  const { verb, who } = command;
  if (verb === 'turn') return null;
  const role = roleOf(model, who);
  if (!WHO_MAY[role].includes(verb)) return 'forbidden';
  if (verb === 'withdraw' && role === 'super_admin' && !givesReason(command)) return 'reason_required';
  if (command.elsewhere) return 'module_not_found';
  if (who === 'stranger') return 'forbidden';
  const reviews = verb === 'claim' || verb === 'approve' || verb === 'query' || verb === 'reject';
  if (reviews && (who === model.creator || model.contributors.has(who))) return 'self_review';
  return refusalOfState(model, command);
}

function refusalOfState(model: Model, command: Command): string | null {
  const { verb, who, section: kind } = command;
  const { workflow, sections, archived } = model;
  const section = sections[kind];
  const unless = (holds: boolean) => (holds ? null : 'module_state');
  switch (verb) {
    case 'save':
      if (section.state === 'locked' || section.state === 'approved') return 'content_locked';
      if (archived) return 'module_state';
      return namesStaleVersion(command) ? 'stale_version' : null;
    case 'rename':
      if (workflow === 'in_review') return 'content_locked';
      if (archived || workflow === null) return 'module_state';
      return namesStaleVersion(command) ? 'stale_version' : null;
    case 'submit':
      return unless(!archived && (workflow === 'draft' || workflow === 'rejected')) ?? incomplete(model);
    case 'resubmit':
      return unless(!archived && workflow === 'changes_requested') ?? unanswered(model) ?? incomplete(model);
    case 'withdraw':
      return unless(!archived && isUnderReview(model));
    case 'reject':
      if (archived || !isUnderReview(model)) return 'module_state';
      return namesStale(command) ? 'stale_revision' : null;
    case 'revise':
      return unless(!archived && model.live !== null && workflow === null);
    case 'restore_revision':
      if (archived) return 'module_state';
      if (isUnderReview(model)) return 'content_locked';
      if (model.published.length === 0) return 'revision_not_found';
      return namesStaleVersion(command) ? 'stale_version' : null;
    case 'comment':
      return unless(!archived && model.rounds.length > 0);
    case 'claim':
      if (archived || workflow !== 'in_review') return 'module_state';
      return model.claimedBy && model.claimedBy !== who && !takesOver(command) ? 'already_claimed' : null;
    case 'release':
      // A claim outlives a query, so that whoever has it can give it back.
      if (archived || !isUnderReview(model)) return 'module_state';
      return model.claimedBy && model.claimedBy !== who && who !== 'admin' ? 'already_claimed' : null;
    case 'approve':
      if (archived || !isUnderReview(model) || section.state !== 'locked') return 'module_state';
      return namesStale(command) ? 'stale_revision' : null;
    case 'query':
      if (archived || !isUnderReview(model) || section.state === 'queried') return 'module_state';
      return namesStale(command) ? 'stale_revision' : null;
    case 'unpublish':
      return unless(!archived && model.live !== null);
    case 'archive':
      return unless(!archived && !isUnderReview(model));
    case 'restore':
      return unless(archived);
    case 'turn':
      return null;
  }
}

function incomplete({ sections }: Model): string | null {
  return sections.flashcards.content > 0 && sections.quiz.content > 0 ? null : 'incomplete';
}

/** Row 7: each queried section was changed, or its query answered. */
function unanswered({ sections, rounds }: Model): string | null {
  const last = rounds.at(-1);
  const silent = (['flashcards', 'quiz'] as const).some(
    (kind) => sections[kind].state === 'queried' && sections[kind].content === last?.[kind] && !sections[kind].answered,
  );
  return silent ? 'nothing_changed' : null;
}
