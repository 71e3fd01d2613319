import type { EntityManager } from '@mikro-orm/postgresql';
import { GeneratedCards, GeneratedQuiz } from '@training/shared/ai-features';
import type { ItemSource, SectionKind } from '@training/shared/courses';
import { reachOf } from '@training/shared/permissions';
import { acceptsEdits } from '@training/shared/workflow';
import type { Actor, Context, Workspace } from '../../context.ts';
import { execute, type Database } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { lockModule } from './lock-module.ts';
import { appendItems, lackOfRoom } from './append-items.ts';
import { keepProposal } from './proposals.ts';
import type { SectionItems } from './write-section.ts';

/** What an AI job made for a module: the JSON of the feature's result. */
export type Generated = {
  workspace: Workspace;
  moduleId: string;
  section: SectionKind;
  createdBy: string;
  /** What it was made of. */
  source: { title: string; text: string };
  result: string;
};

const CREATOR = `
select u.id, u.full_name as name, u.email, u.role, u.department_id as "departmentId",
  u.is_active and u.department_id is not distinct from c.department_id as "isInDepartment"
from users u
join modules m on m.workspace_id = $1 and m.id = $3
join courses c on c.workspace_id = $1 and c.id = m.course_id
where u.workspace_id = $1 and u.id = $2`;

/** The suggestion that the module was made of, where it is its text that was read. */
const SUGGESTION = `
select g.id, g.source_name as name, g.source_url as url from modules m
join suggestions g on g.workspace_id = $1 and g.id = m.suggestion_id
where m.workspace_id = $1 and m.id = $2 and g.content = $3`;

/**
 * Adds what a job made to its section, as an edit of whoever started it. Where the section takes no edits by now or has no
 * room, or they may not write in it any more, it is kept as a proposal (decisions §6). Takes the module's row.
 */
export async function landGenerated(em: EntityManager, db: Database, generated: Generated): Promise<void> {
  const { workspace, moduleId, section } = generated;
  const { actor, mayWrite } = await creatorOf(em, generated);
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
  const locked = await lockModule(em, ctx, moduleId);
  const items = itemsOf(generated, await sourceOf(em, generated));
  if (items.length === 0) return;
  if (mayWrite && acceptsEdits(locked.state, section) && lackOfRoom(locked, section, items) === null) {
    await appendItems(em, ctx, locked, section, items);
  } else {
    await keepProposal(em, ctx, { moduleId, section, items });
  }
}

type Creator = Omit<Extract<Actor, { kind: 'user' }>, 'kind'> & { isInDepartment: boolean };

/** Whoever started the job, and whether they still author in the module's department. */
async function creatorOf(em: EntityManager, { workspace, createdBy, moduleId }: Generated) {
  const [creator] = await execute<Creator>(em, CREATOR, [workspace.id, createdBy, moduleId]);
  const { isInDepartment, ...person } = creator!;
  const actor: Actor = { kind: 'user', ...person };
  return { actor, mayWrite: isInDepartment && reachOf(person.role, 'content:author') !== undefined };
}

type Origin = Omit<ItemSource, 'quote'>;

async function sourceOf(em: EntityManager, { workspace, moduleId, source }: Generated): Promise<Origin> {
  const values = [workspace.id, moduleId, source.text];
  const [suggestion] = await execute<{ id: string; name: string; url: string | null }>(em, SUGGESTION, values);
  if (!suggestion) return { name: source.title, url: null, suggestion_id: null };
  return { name: suggestion.name, url: suggestion.url, suggestion_id: suggestion.id };
}

function itemsOf({ section, result }: Generated, origin: Origin): SectionItems {
  const made: unknown = JSON.parse(result);
  const { cards, questions } =
    section === 'flashcards'
      ? { ...GeneratedCards.parse(made), questions: [] }
      : { ...GeneratedQuiz.parse(made), cards: [] };
  return [...cards, ...questions].map(({ quote, ...item }) => ({ id: newId(), ...item, source: { quote, ...origin } }));
}
