import type { EntityManager } from '@mikro-orm/postgresql';
import {
  GenerateCards,
  GenerateQuiz,
  GeneratedCards,
  GeneratedQuiz,
  type GeneratedCard,
  type GeneratedQuestion,
  type SourceText,
} from '@training/shared/ai-features';
import type { ItemSource, SectionKind } from '@training/shared/courses';
import { reachOf, Role } from '@training/shared/permissions';
import { acceptsEdits } from '@training/shared/workflow';
import type { Actor, Context, Workspace } from '../../context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { Delivery } from '../ai/runner/delivery.ts';
import { lockModule } from './lock-module.ts';
import { appendItems, lackOfRoom } from './append-items.ts';
import { keepProposal } from './proposals.ts';

/** What fills each section, as the feature's result has it. */
type Generated = {
  workspace: Workspace;
  moduleId: string;
  section: SectionKind;
  createdBy: string;
  source: SourceText;
};

const Creator = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  departmentId: z.uuid().nullable(),
  isInDepartment: z.boolean(),
});

const CREATOR = defineStatement({
  name: 'creator-of-generated',
  scope: 'tenant',
  row: Creator,
  sql: `
select u.id, u.full_name as name, u.email, u.role, u.department_id as "departmentId",
  u.is_active and u.department_id is not distinct from c.department_id as "isInDepartment"
from users u
join modules m on m.workspace_id = :workspaceId and m.id = :moduleId
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where u.workspace_id = :workspaceId and u.id = :createdBy`,
});

/** The suggestion that the module was made of, if the job read its text. */
const SUGGESTION = defineStatement({
  name: 'suggestion-of-module',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string(), url: z.string().nullable() }),
  sql: `
select g.id, g.source_name as name, g.source_url as url from modules m
join suggestions g on g.workspace_id = :workspaceId and g.id = m.suggestion_id
where m.workspace_id = :workspaceId and m.id = :moduleId and g.content = :text`,
});

/**
 * Adds what a job made to the section that it fills, as an edit of whoever started it. Where the section takes no edits
 * by now or has no room, or they may not write in it any more, it is kept as a proposal (rules/courses-and-modules 9).
 * Takes the module's row.
 */
export async function deliverGenerated(em: EntityManager, db: Database, delivery: Delivery): Promise<void> {
  const made = madeBy(delivery);
  const { workspace, createdBy, destination } = delivery;
  const { section } = made;
  const generated = { workspace, moduleId: destination.id, section, createdBy, source: made.source };
  const { actor, mayWrite } = await creatorOf(em, generated);
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
  const locked = await lockModule(em, ctx, destination.id);
  const origin = await sourceOf(em, generated);
  const items = made.items.map(({ quote, ...item }) => ({ id: newId(), ...item, source: { quote, ...origin } }));
  if (items.length === 0) return;
  if (mayWrite && acceptsEdits(locked.state, section) && lackOfRoom(locked, section, items) === null) {
    await appendItems(em, ctx, locked, section, items);
  } else {
    await keepProposal(em, ctx, { moduleId: destination.id, section, items, createdBy });
  }
}

type Made = { section: SectionKind; source: SourceText; items: (GeneratedCard | GeneratedQuestion)[] };

function madeBy({ feature, input, result }: Delivery): Made {
  const made: unknown = JSON.parse(result);
  switch (feature) {
    case 'card_generation':
      return {
        section: 'flashcards',
        source: GenerateCards.parse(input).source,
        items: GeneratedCards.parse(made).cards,
      };
    case 'quiz_generation':
      return { section: 'quiz', source: GenerateQuiz.parse(input).source, items: GeneratedQuiz.parse(made).questions };
    default:
      throw new Error(`A module has no section for the result of ${feature}`);
  }
}

/** Whoever started the job, and whether they still author in the module's department. */
async function creatorOf(em: EntityManager, { workspace, createdBy, moduleId }: Generated) {
  const { isInDepartment, ...person } = await CREATOR.one(em, { workspaceId: workspace.id, createdBy, moduleId });
  const actor: Actor = { kind: 'user', ...person };
  return { actor, mayWrite: isInDepartment && reachOf(person.role, 'content:author') !== undefined };
}

type Origin = Omit<ItemSource, 'quote'>;

async function sourceOf(em: EntityManager, { workspace, moduleId, source }: Generated): Promise<Origin> {
  const suggestion = await SUGGESTION.first(em, { workspaceId: workspace.id, moduleId, text: source.text });
  if (!suggestion) return { name: source.title, url: null, suggestion_id: null };
  return { name: suggestion.name, url: suggestion.url, suggestion_id: suggestion.id };
}
