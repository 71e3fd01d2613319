import { LockMode } from '@mikro-orm/core';
import { permissionReachOf, Role } from '@training/shared/permissions';
import {
  EligibleReviewers,
  type ModuleState,
  type ModuleRef,
  type ReassignReview,
} from '@training/shared/reviews/reviews';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { UserEntity } from '../../users/user.entity.ts';
import { assignReviewClaim, assertMayReleaseReviewClaim } from './claim-review.ts';
import { runTransition } from '../transition.ts';

const REVIEWERS = Role.options.filter((role) => permissionReachOf(role, 'reviews:decide') !== undefined);

/**
 * Reassigns a claim to another reviewer (rules/review 4), who must be allowed to decide on the module, too.
 * @throws AppError `self_review` for the caller's or the other reviewer's own work; `module_state` if it isn't in
 * review; `already_claimed` if another reviewer has it, unless the caller is a super admin; `user_not_found`;
 * `invalid_request` for a user who is no reviewer
 */
export function reassignReview(ctx: Context, { module_id, to }: ReassignReview): Promise<ModuleState> {
  return runTransition(ctx, module_id, { kind: 'reassign' }, async (step) => {
    const { em, module } = step;
    assertMayReleaseReviewClaim(step);
    // Lock the user, so that a concurrent deactivation finds the claim (rules/review 23).
    const reviewer = await em.findOne(UserEntity, { id: to }, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!reviewer) throw new AppError('user_not_found', `There is no user ${to} in this workspace.`);
    if (!reviewer.isActive || !REVIEWERS.includes(reviewer.role)) {
      const message = `${reviewer.fullName} can’t review; choose an active content manager or super admin`;
      throw invalidFieldError('to', message, 'no_reviewer', `${message}.`);
    }
    const { reviewers } = await LIST_REVIEWERS.one(em, eligible(ctx, module_id));
    if (!reviewers.some(({ id }) => id === to)) {
      throw new AppError('self_review', `${reviewer.fullName} wrote or edited this. Choose someone else.`);
    }
    if (module.claimedBy === to) return;
    await assignReviewClaim(step, 'review.reassigned', { id: to, name: reviewer.fullName });
  });
}

const LIST_REVIEWERS = defineStatement({
  name: 'list-reviewers',
  scope: 'tenant',
  sql: `
select coalesce((
  select json_agg(json_build_object('id', r.id, 'name', r.full_name, 'email', case when r.alike > 1 then r.key end)
    order by lower(r.full_name), r.key)
  from (
    select u.id, u.full_name, coalesce(u.email, u.external_id) as key, count(*) over (partition by lower(u.full_name)) as alike
    from users u
    where u.workspace_id = :workspaceId and u.is_active and u.role = any(:roles) and u.id is distinct from m.created_by
      and not exists (
        select from module_contributors c
        where c.workspace_id = :workspaceId and c.module_id = m.id and c.user_id = u.id)
  ) r
), '[]') as reviewers
from modules m where m.workspace_id = :workspaceId and m.id = :moduleId`,
  row: EligibleReviewers,
});

/**
 * Lists the users who may decide on a module, by name: active reviewers who neither wrote nor edited it.
 * @throws AppError `module_not_found`
 */
export async function listEligibleReviewers(ctx: Context, { module_id }: ModuleRef): Promise<EligibleReviewers> {
  const found = await LIST_REVIEWERS.first(ctx.db.pool, eligible(ctx, module_id));
  if (!found) throw new AppError('module_not_found', `There is no module ${module_id} in this workspace.`);
  return found;
}

const eligible = ({ workspace }: Context, moduleId: string) => ({
  workspaceId: workspace.id,
  moduleId,
  roles: REVIEWERS,
});
