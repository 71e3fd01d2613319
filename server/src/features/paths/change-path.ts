import type { EntityManager } from '@mikro-orm/postgresql';
import {
  MAX_PATHS_PER_WORKSPACE,
  type ArchiveOrRestorePath,
  type CreatePath,
  type LearningPath,
  type LearningPathStep,
  type UpdatePath,
} from '@training/shared/paths/paths';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { AssignmentEntity } from '../assignments/assignment.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { applySmallAssignmentRuns, syncPathAssignmentRules, startAssignmentRuns } from './assign-path.ts';
import { lockModeOf } from './path-assignment-rules.ts';
import { checkPathModules } from './check-steps.ts';
import { PathAssignmentModuleEntity, PathEntity, PathStepEntity, type PathRow } from './path.entity.ts';
import { getPath, throwPathNotFound } from './read-paths.ts';

/**
 * Creates a path (rules/paths 1, 2).
 * @throws AppError `forbidden`, `department_not_found`, `path_limit_reached`; as `checkPathModules`
 */
export async function createPath(ctx: Context, input: CreatePath): Promise<LearningPath> {
  const { title, description, steps, department_id: departmentId } = input;
  const workspaceId = ctx.workspace.id;
  assertMayWrite(ctx, departmentId);
  const id = newId();
  await inTransaction(ctx, async (em) => {
    await assertRoom(em, ctx);
    const titles = await checkPathModules(em, ctx, steps, departmentId);
    const { now, actor } = ctx;
    const made = { createdAt: now, createdByName: actor.name, updatedAt: now };
    await em.insert(PathEntity, { workspaceId, id, title, description, departmentId, ...made });
    await writeSteps(em, workspaceId, id, steps);
    const changes = { modules: namesOf(steps, titles) };
    await recordEvent(em, ctx, { action: 'path.created', subject: { kind: 'path', id, name: title }, changes });
  });
  return createPreparedJson(JSON.stringify(await getPath(ctx, { id })), { created: true });
}

/**
 * Changes a path and, for everyone to whom it is assigned, what they owe (rules/paths 7).
 * @throws AppError `self_grading`; as `lockPathToChange` and `syncPathAssignmentRules`
 */
export async function updatePath(ctx: Context, input: UpdatePath): Promise<LearningPath> {
  const { id, version, title, description, steps } = input;
  const workspaceId = ctx.workspace.id;
  const written = await inTransaction(ctx, async (em) => {
    const { path, before, titles } = await lockPathToChange(em, ctx, { id, version, steps });
    const changes = changesOf(path, before, input, titles);
    if (Object.keys(changes).length === 0) return [];
    const isOfSteps = 'modules' in changes || 'requires' in changes;
    const modules = new Set(steps.map(({ module_id }) => module_id));
    const parts = isOfSteps ? await syncPathAssignmentRules(em, ctx, { ...path, title }, modules) : [];
    if (isOfSteps) {
      await em.nativeDelete(PathStepEntity, { workspaceId, pathId: id });
      await writeSteps(em, workspaceId, id, steps);
    }
    const after = { title, description, version: version + 1, updatedAt: ctx.now };
    await em.nativeUpdate(PathEntity, { workspaceId, id }, after);
    await recordEvent(em, ctx, { action: 'path.updated', subject: { kind: 'path', id, name: title }, changes });
    return startAssignmentRuns(em, ctx, parts);
  });
  await applySmallAssignmentRuns(ctx, written);
  return getPath(ctx, { id });
}

/**
 * Returns a path that the caller may change to these steps, locked in a transaction.
 * @throws AppError `path_not_found`, `stale_version`, `path_archived`, `forbidden`; as `checkPathModules`
 */
export async function lockPathToChange(
  em: EntityManager,
  ctx: Context,
  { id, version, steps }: Pick<UpdatePath, 'id' | 'version' | 'steps'>,
) {
  const path = await lockPath(em, ctx, id);
  assertCurrent(path, version);
  const before = await stepsIn(em, ctx.workspace.id, id);
  return { path, before, titles: await checkPathModules(em, ctx, steps, path.departmentId, before) };
}

/**
 * Archives a path that isn't assigned, or restores one.
 * @throws AppError `path_not_found`, `forbidden`, `path_assigned`, `path_limit_reached`
 */
export async function setPathArchived(ctx: Context, { id, archived }: ArchiveOrRestorePath): Promise<LearningPath> {
  const workspaceId = ctx.workspace.id;
  await inTransaction(ctx, async (em) => {
    if (!archived) await assertRoom(em, ctx);
    const path = await lockPath(em, ctx, id);
    if (archived === (path.archivedAt !== null)) return;
    if (archived && (await isAssigned(em, workspaceId, id))) {
      throw new AppError('path_assigned', `“${path.title}” is still assigned. End its assignments first.`);
    }
    const [archivedAt, archivedByName] = archived ? [ctx.now, ctx.actor.name] : [null, null];
    await em.nativeUpdate(PathEntity, { workspaceId, id }, { archivedAt, archivedByName });
    const action = archived ? 'path.archived' : 'path.restored';
    await recordEvent(em, ctx, { action, subject: { kind: 'path', id, name: path.title } });
  });
  return getPath(ctx, { id });
}

/**
 * Returns a path that the caller may change, locked in a transaction.
 * @throws AppError `path_not_found`, `forbidden`
 */
async function lockPath(em: EntityManager, ctx: Context, id: string): Promise<PathRow> {
  const where = { workspaceId: ctx.workspace.id, id };
  const path = (await em.findOne(PathEntity, where, { lockMode: lockModeOf(em) })) ?? throwPathNotFound(id);
  assertMayWrite(ctx, path.departmentId ?? null);
  return path;
}

/** @throws AppError `stale_version`, `path_archived` */
function assertCurrent({ version, archivedAt, title }: PathRow, seen: number): void {
  if (version !== seen) {
    throw new AppError(
      'stale_version',
      `The path has changed since version ${seen}. Look at it again, then change it.`,
    );
  }
  if (archivedAt !== null) throw new AppError('path_archived', `“${title}” is archived. Restore it first.`);
}

/** Throws unless the caller writes paths of the department. @throws AppError `forbidden` */
function assertMayWrite(ctx: Context, departmentId: string | null): void {
  if (ctx.reach !== 'department') return;
  const own = departmentLimitOf(ctx);
  if (own === null || departmentId !== own) {
    throw new AppError('forbidden', 'Trainers can write only paths of their own department.');
  }
}

/** Locks the workspace, so that concurrent requests can't both take the last place. */
async function assertRoom(em: EntityManager, ctx: Context): Promise<void> {
  await lockWorkspace(em, ctx.workspace.id);
  if ((await em.count(PathEntity, { workspaceId: ctx.workspace.id, archivedAt: null })) >= MAX_PATHS_PER_WORKSPACE) {
    throw new AppError(
      'path_limit_reached',
      `A workspace has at most ${MAX_PATHS_PER_WORKSPACE} paths. Archive one instead.`,
    );
  }
}

async function isAssigned(em: EntityManager, workspaceId: string, pathId: string): Promise<boolean> {
  const links = await em.find(PathAssignmentModuleEntity, { workspaceId, pathId }, { fields: ['assignmentId'] });
  const ids = links.map(({ assignmentId }) => assignmentId);
  return (await em.count(AssignmentEntity, { workspaceId, id: ids, endedAt: null })) > 0;
}

async function stepsIn(em: EntityManager, workspaceId: string, pathId: string): Promise<LearningPathStep[]> {
  const rows = await em.find(PathStepEntity, { workspaceId, pathId }, { orderBy: { position: 'asc' } });
  return rows.map(({ moduleId, requires }) => ({ module_id: moduleId, requires }));
}

async function writeSteps(
  em: EntityManager,
  workspaceId: string,
  pathId: string,
  steps: LearningPathStep[],
): Promise<void> {
  const rows = steps.map(({ module_id: moduleId, requires }, position) => ({ moduleId, requires, position }));
  await em.insertMany(
    PathStepEntity,
    rows.map((row) => ({ workspaceId, pathId, ...row })),
  );
}

const namesOf = (steps: readonly LearningPathStep[], titles: ReadonlyMap<string, string>) =>
  steps.map(({ module_id }) => titles.get(module_id) ?? module_id);

/** Returns what changes, by title: the modules as they are afterwards, and what has to be done before each. */
function changesOf(path: PathRow, before: LearningPathStep[], after: UpdatePath, titles: ReadonlyMap<string, string>) {
  const same = (of: (steps: readonly LearningPathStep[]) => unknown) =>
    JSON.stringify(of(before)) === JSON.stringify(of(after.steps));
  const requires = (steps: readonly LearningPathStep[]) =>
    steps.map((step) => step.requires.map((id) => titles.get(id) ?? id).toSorted());
  return {
    ...(path.title !== after.title && { title: [path.title, after.title] }),
    ...(path.description !== after.description && { description: [path.description, after.description] }),
    ...(!same((steps) => namesOf(steps, titles)) && { modules: namesOf(after.steps, titles) }),
    ...(!same(requires) && { requires: requires(after.steps) }),
  };
}
