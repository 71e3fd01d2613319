import type { SectionState } from '@training/shared/courses/courses';
import { KINDS } from './content.ts';
import { namedRevision, roleOf, written, type Command, type Contents, type Model } from './model.ts';

/** Applies a command that the table permits to the module. */
export function apply(model: Model, command: Command): void {
  const { verb, who, section: kind } = command;
  const section = model.sections[kind];
  const log = (action: string, event?: string) => {
    model.audit.push(action);
    if (event) model.events.push(event);
  };
  switch (verb) {
    case 'save': {
      const content = written(model, command);
      if (content === section.content) return;
      model.texts = Math.max(model.texts, content);
      section.content = content;
      section.version += 1;
      model.contributors.add(who);
      return log('module.section_edited');
    }
    case 'rename':
      model.title += 1;
      model.settingsVersion += 1;
      model.contributors.add(who);
      return log('module.updated');
    case 'submit':
      openRound(model);
      setStates(model, () => 'locked');
      model.claimedBy = null;
      return log('module.submitted', 'module.submitted');
    case 'resubmit':
      openRound(model);
      setStates(model, (state) => (state === 'approved' ? 'approved' : 'locked'));
      return log('module.resubmitted', 'module.submitted');
    case 'withdraw':
      reopen(model, 'draft');
      return log('module.withdrawn', 'module.withdrawn');
    case 'reject':
      reopen(model, 'rejected');
      return log('module.rejected', 'module.rejected');
    case 'revise':
      beginCopy(model);
      return log('module.revised');
    case 'restore_revision':
      return restoreRevision(model, command, log);
    case 'comment':
      if (roleOf(model, who) === 'trainer') section.answered = true;
      return;
    case 'claim':
      if (model.claimedBy === who) return;
      model.claimedBy = who;
      return log('review.claimed');
    case 'release':
      if (!model.claimedBy) return;
      model.claimedBy = null;
      return log('review.released');
    case 'approve':
      section.state = 'approved';
      log('module.section_approved', 'module.section_approved');
      if (KINDS.every((each) => model.sections[each].state === 'approved')) publish(model, log);
      return;
    case 'query':
      section.state = 'queried';
      section.answered = false;
      model.workflow = 'changes_requested';
      return log('module.section_queried', 'module.section_queried');
    case 'unpublish':
      model.live = null;
      if (model.workflow === null) beginCopy(model);
      return log('module.unpublished', 'module.unpublished');
    case 'archive':
      model.archived = true;
      return log('module.archived', 'module.archived');
    case 'restore':
      model.archived = false;
      return log('module.restored', 'module.restored');
    case 'turn':
      model.turncoat = model.turncoat === 'trainer' ? 'content_manager' : 'trainer';
      return;
  }
}

const contentsOf = ({ sections }: Model): Contents => ({
  flashcards: sections.flashcards.content,
  quiz: sections.quiz.content,
});

function setStates(model: Model, next: (state: SectionState) => SectionState): void {
  for (const kind of KINDS) model.sections[kind].state = next(model.sections[kind].state);
}

function openRound(model: Model): void {
  model.workflow = 'in_review';
  model.rounds.push(contentsOf(model));
}

function reopen(model: Model, workflow: 'draft' | 'rejected'): void {
  model.workflow = workflow;
  model.claimedBy = null;
  setStates(model, () => 'editable');
}

/** A working copy beside or after what was live (rules/review 11 and 12). */
function beginCopy(model: Model): void {
  model.workflow = 'draft';
  model.cycle += 1;
  setStates(model, () => 'editable');
}

/** What differs from the revision is edited, section by section, in the working copy that is open or opened. */
function restoreRevision(model: Model, command: Command, log: (action: string) => void): void {
  const revision = model.published[namedRevision(model, command) - 1];
  if (!revision) return;
  const isSame =
    KINDS.every((kind) => model.sections[kind].content === revision[kind]) && model.title === revision.title;
  if (isSame && model.workflow !== null) return;
  if (model.workflow === null) beginCopy(model);
  model.contributors.add(command.who);
  log('module.revision_restored');
  for (const kind of KINDS) {
    const section = model.sections[kind];
    if (section.content === revision[kind]) continue;
    section.content = revision[kind];
    section.version += 1;
    log('module.section_edited');
  }
  if (model.title === revision.title) return;
  model.title = revision.title;
  model.settingsVersion += 1;
  log('module.updated');
}

/** Row 8: what was submitted last and approved, section by section, is what goes live. */
function publish(model: Model, log: (action: string, event?: string) => void): void {
  model.workflow = null;
  model.claimedBy = null;
  model.live = { ...contentsOf(model), title: model.title };
  model.published.push(model.live);
  log('module.published', 'module.published');
}
