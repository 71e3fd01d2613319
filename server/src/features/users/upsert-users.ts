import { BulkUser, BulkUserByExternalId, UpsertUsersResponse, type UpsertUsers } from '@training/shared/users/bulk';
import { sortManagersFirst } from '@training/shared/users/managers-first';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { applyEachRow } from '../../core/apply-each-row.ts';
import { AppError } from '../../core/errors.ts';
import { databaseBusyMessageOf } from '../../database/database-unavailable.ts';
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts';
import { newId } from '../../platform/ids.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { lockManagers } from './managers/manager-hierarchy.ts';
import { validateNamedManager } from './managers/named-manager.ts';
import { isSingleStatementUpsert, planUpsert, type UpsertPlan } from './plan-upsert.ts';
import type { StoredUser } from './store-user.ts';
import { findUsersToUpsert, storeUsers } from './store-users.ts';
import { lockAndAssertEmailOptional, emailRequiredError, lockAndReadEmailOptional } from './people-without-email.ts';
import { isActiveSuperAdmin, isSuperAdminLost } from './upsert-rules.ts';
import { matchUser, type UserUpsert } from './match-user.ts';
import {
  assertUpsertsAllowedTogether,
  assertManagerHierarchyValid,
  assertSuperAdminRemains,
  storeUpserts,
  upsertPerson,
  type UpsertOutcome,
} from './upsert-user.ts';

/** Time limit of one call in milliseconds: a request has to be answered within 30 s. */
const PATIENCE = 15_000;

/** Users that are written at once: few, because the requests of others wait meanwhile. */
const WRITTEN_AT_ONCE = 25;

/**
 * Creates or updates many users, each as `upsertUser` would alone, in the order given and the caller last (rules/users
 * 19), but each after its manager. Returns for each input its result, or the error that refused it.
 */
export async function upsertEach(ctx: Context, inputs: readonly UserUpsert[]): Promise<(UpsertOutcome | AppError)[]> {
  const on = ctx.transaction ?? ctx.db.pool;
  const began = performance.now();
  const outcomes = new Map<UserUpsert, UpsertOutcome | AppError>();
  let waiting: { input: UserUpsert; plan: UpsertPlan }[] = [];
  // A transaction takes this lock first, like each upsert alone.
  if (ctx.transaction && inputs.some(({ manager, deactivate, preview }) => (manager || deactivate) && !preview)) {
    await lockManagers(on, ctx.workspace.id);
  }
  const { people, departments } = await findUsersToUpsert(on, ctx.workspace.id, inputs);

  const isLate = () => performance.now() - began > PATIENCE;

  // A preview writes nothing that its later rows could see.
  const foreseen = { left: [] as string[], gained: false, users: [] as StoredUser[] };
  async function leavePreview({ user, ...plan }: UpsertPlan): Promise<UpsertOutcome> {
    if (!foreseen.gained) await assertSuperAdminRemains(on, ctx.workspace.id, [...foreseen.left, user.id]);
    foreseen.left.push(user.id);
    return upsertedOf({ user, ...plan });
  }

  async function alone(input: UserUpsert): Promise<void> {
    outcomes.set(input, await (isLate() ? late() : refusalOr(() => busyOr(ctx, () => upsertPerson(ctx, input)))));
  }

  async function storeWaiting(): Promise<void> {
    const storing = waiting;
    waiting = [];
    if (isLate()) {
      for (const { input } of storing) outcomes.set(input, late());
      return;
    }
    const plans = storing.map(({ plan }) => plan);
    const written = await busyOr(ctx, () => storeAll(ctx, plans));
    for (const { input, plan } of storing) {
      if (written instanceof AppError) outcomes.set(input, written);
      else if (written.has(plan.user.id)) outcomes.set(input, upsertedOf(plan));
      // Another request has just created or changed the user.
      else await alone(input);
    }
  }

  // A transaction writes all at once, in one order, so two requests with the same people rarely wait for each other.
  // They can if a super admin leaves in between, or if both create and change people: PostgreSQL then refuses one.
  const most = ctx.transaction ? inputs.length : WRITTEN_AT_ONCE;
  // Changing themselves may take away the caller's permission.
  const isOwn = (input: UserUpsert) => {
    const { byEmail, byExternalId } = people.byKeysOf(input);
    return ctx.actor.kind === 'user' && [byEmail?.id, byExternalId?.id].includes(ctx.actor.id);
  };
  const planned = async (input: UserUpsert): Promise<UpsertPlan> => {
    const twice = people.repeatedKeyOf(input);
    if (twice) throw repeated(twice, input[twice] ?? '');
    const existing = matchUser(input, people.byKeysOf(input));
    if (existing && people.isRepeated(existing))
      throw repeated(input.email ? 'email' : 'external_id', existing.full_name);
    const department = (input.department_id && departments.get(input.department_id)) || null;
    const manager = validateNamedManager(input, input.manager ? people.byKey(input.manager) : undefined);
    const plan = planUpsert(ctx, input, { existing, department, manager, id: newId() });
    if (plan.lacksEmail && !(await allowed())) throw emailRequiredError();
    if (input.preview) await assertManagerHierarchyValid(on, ctx.workspace.id, [plan], [...foreseen.users, plan.user]);
    return plan;
  };
  const allowed = memoizeAsync(() => lockAndReadEmailOptional(on, ctx.workspace.id));
  const ordered = sortManagersFirst(inputs);
  for (const input of [...ordered.filter((each) => !isOwn(each)), ...ordered.filter(isOwn)]) {
    const plan = await refusalOr(() => planned(input));
    if (!(plan instanceof AppError)) {
      people.foresee(plan.existing, plan.user);
      foreseen.users.push(plan.user);
    }
    if (plan instanceof AppError) outcomes.set(input, plan);
    else if (input.preview && isSuperAdminLost(plan.existing, plan.decision.next)) {
      outcomes.set(input, await refusalOr(() => leavePreview(plan)));
    } else if (isSuperAdminLost(plan.existing, plan.decision.next)) {
      // What is before it may be what makes it possible, such as another super admin.
      await storeWaiting();
      await alone(input);
    } else if (input.preview || plan.decision.result === 'unchanged') {
      foreseen.gained ||= plan.decision.result !== 'unchanged' && isActiveSuperAdmin(plan.decision.next);
      outcomes.set(input, upsertedOf(plan));
    } else waiting.push({ input, plan });
    if (waiting.length < most) continue;
    await storeWaiting();
    // Never in a transaction, which holds its locks meanwhile.
    if (!ctx.transaction) await ctx.rest?.();
  }
  await storeWaiting();
  return inputs.map((input) => outcomes.get(input)!);
}

/** Stores upserts, or none if they don't fit together: then each is tried alone. */
async function storeAll(ctx: Context, plans: UpsertPlan[]): Promise<Set<string>> {
  if (plans.every(isSingleStatementUpsert)) return storeUsers(ctx.transaction ?? ctx.db.pool, ctx, plans);
  return storeUpserts(ctx, plans, async (em) => {
    const refusal = await refusalOr(() => assertUpsertsAllowedTogether(em, ctx.workspace.id, plans));
    return !(refusal instanceof AppError);
  });
}

/**
 * Upserts the rows of a request, each with its own result or problem. Of a request that is repeated because rows were
 * refused `busy`, only these are tried (rules/api 9).
 * @throws AppError `email_required` for the key `external_id`, unless the workspace allows people without an address
 */
export async function upsertUsers(ctx: Context, { users, key, preview }: UpsertUsers): Promise<UpsertUsersResponse> {
  if (key === 'external_id') await lockAndAssertEmailOptional(ctx.transaction ?? ctx.db.pool, ctx.workspace.id);
  const schema: z.ZodType<BulkUser | BulkUserByExternalId> = key === 'email' ? BulkUser : BulkUserByExternalId;
  const results = await applyEachRow(ctx, {
    sent: users,
    schema,
    instance: '/api/v1/users/bulk',
    earlier: ctx.unfinished === undefined ? [] : UpsertUsersResponse.parse(JSON.parse(ctx.unfinished)).results,
    apply: (rows) =>
      upsertEach(
        ctx,
        rows.map((row) => ({ ...row, by: key, preview })),
      ),
    resultOf: ({ result, user }, index) =>
      ({ index, status: result === 'created' && !preview ? 201 : 200, id: user.id, result }) as const,
  });
  const counts = { created: 0, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0, refused: 0 };
  for (const each of results) counts['result' in each ? each.result : 'refused']++;
  return createPreparedJson(JSON.stringify({ results, counts } satisfies UpsertUsersResponse));
}

const upsertedOf = ({ user, manager, decision }: Pick<UpsertPlan, 'user' | 'manager' | 'decision'>): UpsertOutcome => ({
  user,
  manager,
  result: decision.result,
  changes: decision.changes,
});

/** Returns the error if the row is refused. @throws any other error */
async function refusalOr<T>(work: () => T | Promise<T>): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && !error.isFault && error.code !== 'token_invalid') return error;
    throw error;
  }
}

/**
 * Returns `busy` if others hold what `work` writes. In a transaction around all rows, that ends the request instead.
 * @throws any other error
 */
async function busyOr<T>({ transaction }: Context, work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    const busy = transaction ? undefined : databaseBusyMessageOf(error);
    if (busy === undefined) throw error;
    return new AppError('busy', busy);
  }
}

const late = () => new AppError('busy', 'There was no time left for this one, so nothing was changed. Send it again.');

function repeated(path: 'email' | 'external_id', what: string): AppError {
  const message = `${what} is also in an earlier row. Remove one of the two.`;
  return new AppError('invalid_request', message, { fields: [{ path, code: 'repeated', message }] });
}
