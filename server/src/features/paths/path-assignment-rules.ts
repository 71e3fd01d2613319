import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AssignPath, UpdatePathAssignment } from '@training/shared/paths/path-assignments';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { assertMayChangeRule } from '../assignments/change-assignment.ts';
import { checkRule, type RuleChange } from '../assignments/check-rule.ts';
import {
  buildChangedRule,
  buildEndedRule,
  buildNewRule,
  getActiveRule,
  type AssignmentRule,
} from '../assignments/assignment-rule.ts';
import { PathAssignmentModuleEntity, PathEntity, PathStepEntity } from './path.entity.ts';
import { throwPathNotFound } from './read-paths.ts';

/** Returns parts as they would be ended. */
export const planEndedRules = (ctx: Context, parts: readonly AssignmentRule[]): RuleChange[] =>
  parts.map((before) => ({ before, after: buildEndedRule(ctx, before) }));

/** Returns parts as they would be changed. @throws AppError `stale_version` */
export const planChangedRules = (parts: readonly AssignmentRule[], input: UpdatePathAssignment): RuleChange[] =>
  parts.map((before) => {
    assertVersion(before, input.version);
    return { before, after: buildChangedRule(before, { ...input, joiners: before.joiners }) };
  });

type PartChanges = { id: string; removed: AssignmentRule[]; added: AssignmentRule[] };

/** Returns, for each assignment of a path, the rules of removed modules, and new ones of added modules. */
export async function findPathAssignmentRuleChanges(
  em: EntityManager,
  ctx: Context,
  pathId: string,
  modules: ReadonlySet<string>,
): Promise<PartChanges[]> {
  const changes: PartChanges[] = [];
  for (const [id, parts] of await allParts(em, ctx, pathId)) {
    const [first] = parts;
    if (!first) continue;
    await assertReaches(em, ctx, first);
    const present = new Set(parts.map(({ module_id }) => module_id));
    const added = [...modules]
      .filter((module) => !present.has(module))
      .map((module_id) => ({ ...first, id: newId(), module_id, request_id: null }));
    changes.push({ id, removed: parts.filter(({ module_id }) => !modules.has(module_id)), added });
  }
  return changes;
}

/** @throws AppError `forbidden` if people of other departments are assigned the path of a trainer's department */
async function assertReaches(em: EntityManager, ctx: Context, part: AssignmentRule): Promise<void> {
  try {
    await assertMayChangeRule(em, ctx, part, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
    const text = 'The path is assigned to people outside your department. A super admin has to change its modules.';
    throw new AppError('forbidden', text);
  }
}

/** Returns how to read what is about to change: locked, unless it is only previewed. */
export const lockModeOf = (em: EntityManager) => (em.isInTransaction() ? LockMode.PESSIMISTIC_WRITE : LockMode.NONE);

/** Returns the path and the rules that assign it. @throws AppError `path_not_found`, `path_archived`; as `checkRule` */
export async function planPathAssignment(
  em: EntityManager,
  ctx: Context,
  { path_id, request_id, ...terms }: AssignPath,
) {
  const workspaceId = ctx.workspace.id;
  const path =
    (await em.findOne(PathEntity, { workspaceId, id: path_id }, { lockMode: lockModeOf(em) })) ??
    throwPathNotFound(path_id);
  if (path.archivedAt !== null) {
    throw new AppError('path_archived', `“${path.title}” is archived. Restore it first.`);
  }
  const steps = await em.find(PathStepEntity, { workspaceId, pathId: path_id }, { orderBy: { position: 'asc' } });
  const rules = steps.map(({ moduleId }) =>
    buildNewRule(ctx, { ...terms, module_id: moduleId, joiners: true }, request_id),
  );
  // A module that was hidden since then is owed once it is published, as by joiners.
  let audience = '';
  for (const rule of rules) audience = (await checkRule(em, ctx, rule, { ...rule, due_on: null })).to;
  return { path, rules, audience };
}

/**
 * Locks the path and then the parts of its assignment, so that a change of its modules adds none meanwhile.
 * @throws AppError `assignment_not_found`, `assignment_ended`
 */
export async function lockPathAssignmentRules(em: EntityManager, ctx: Context, id: string): Promise<AssignmentRule[]> {
  const workspaceId = ctx.workspace.id;
  const part = await em.findOne(PathAssignmentModuleEntity, { workspaceId, id });
  if (part === null) {
    throw new AppError('assignment_not_found', `There is no assignment ${id} of a path in this workspace.`);
  }
  await em.findOne(PathEntity, { workspaceId, id: part.pathId }, { lockMode: lockModeOf(em) });
  const links = await em.find(PathAssignmentModuleEntity, { workspaceId, id });
  const standing = await standingParts(em, ctx, links);
  if (standing.length === 0) {
    throw new AppError('assignment_ended', 'This assignment of a path has ended. Create a new one instead.');
  }
  for (const part of standing) await assertMayChangeRule(em, ctx, part, true);
  return standing;
}

async function allParts(em: EntityManager, ctx: Context, pathId: string): Promise<Map<string, AssignmentRule[]>> {
  const links = await em.find(
    PathAssignmentModuleEntity,
    { workspaceId: ctx.workspace.id, pathId },
    { orderBy: { id: 'asc' } },
  );
  const groups = Map.groupBy(links, ({ id }) => id);
  const parts = new Map<string, AssignmentRule[]>();
  for (const [id, group] of groups) parts.set(id, await standingParts(em, ctx, group));
  return parts;
}

/** Returns the rules that haven't ended, locked in a transaction, in one order. */
async function standingParts(
  em: EntityManager,
  ctx: Context,
  links: { assignmentId: string }[],
): Promise<AssignmentRule[]> {
  const rules: AssignmentRule[] = [];
  for (const { assignmentId } of links.toSorted((a, b) => (a.assignmentId < b.assignmentId ? -1 : 1))) {
    const rule = await getActiveRule(em, ctx, assignmentId, em.isInTransaction()).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'assignment_ended') return null;
      throw error;
    });
    if (rule) rules.push(rule);
  }
  return rules;
}

/** @throws AppError `stale_version` */
function assertVersion({ version }: AssignmentRule, seen: number): void {
  if (version === seen) return;
  const text = `The assignment has changed since version ${seen}. Look at it again, then change it.`;
  throw new AppError('stale_version', text);
}
