import { actingPersonOf, type Context } from '../../core/context.ts';

/** Returns the parameters of `MAY_GRADE` and the like. Trainers see their own department, super admins everything. */
export function viewerOf(ctx: Context) {
  const person = actingPersonOf(ctx);
  return {
    workspaceId: ctx.workspace.id,
    slug: ctx.workspace.slug,
    now: ctx.now,
    viewerId: person.id,
    viewerDepartment: person.role === 'trainer' ? person.departmentId : null,
    viewerIsAdmin: person.role === 'super_admin',
  };
}
