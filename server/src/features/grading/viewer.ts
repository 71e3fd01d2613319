import { actingPersonOf, type Context } from '../../core/context.ts';

/** Whoever looks at answers to grade them: a trainer sees those of their own department, a super admin all. */
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
