import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { Manager } from './named-manager.ts';

const LOCK_MANAGERS = defineStatement({
  name: 'lock-managers',
  scope: 'tenant',
  sql: 'select pg_advisory_xact_lock(managers_lock(:workspaceId::uuid))',
});

/**
 * Locks who manages whom in the workspace until the transaction ends: others who give someone a manager, or deactivate
 * someone, wait.
 */
export async function lockManagers(transaction: StatementRunner, workspaceId: string): Promise<void> {
  await LOCK_MANAGERS.run(transaction, { workspaceId });
}

const READ_ORDER = defineStatement({
  name: 'read-order-of-managers',
  scope: 'tenant',
  row: z.strictObject({
    managers: z.record(z.string(), z.strictObject({ manager: z.uuid().nullable(), active: z.boolean() })),
    heights: z.record(z.string(), z.int()),
  }),
  sql: `
with recursive above as (
  select id, manager_id, is_active, 0 as level from users
  where workspace_id = :workspaceId and id = any(:managerIds::uuid[])
  union
  select u.id, u.manager_id, u.is_active, a.level + 1 from above a join users u on u.workspace_id = :workspaceId and u.id = a.manager_id
  where a.level <= ${MAX_MANAGERS_ABOVE_PERSON}
), below as (
  select id as of, id, 0 as level from unnest(:userIds::uuid[]) person(id)
  union all
  select b.of, u.id, b.level + 1 from below b join users u on u.workspace_id = :workspaceId and u.manager_id = b.id
  where b.level <= ${MAX_MANAGERS_ABOVE_PERSON}
)
select (select coalesce(json_object_agg(id, json_build_object('manager', manager_id, 'active', is_active)), '{}')
    from (select distinct id, manager_id, is_active from above) known) as managers,
  (select coalesce(json_object_agg(of, height), '{}')
    from (select of, max(level) as height from below group by of) high) as heights`,
});

/** A person, and the manager whom they are to have. */
export type ManagerChange = { user: { id: string; full_name: string }; manager: Manager };

/** Who manages whom around some people, as it is stored and as changes foresee it. */
export class ManagerHierarchy {
  readonly #managers: Map<string, { manager: string | null; active: boolean }>;
  readonly #heights: Map<string, number>;

  private constructor(
    managers: Iterable<[string, { manager: string | null; active: boolean }]>,
    heights: Map<string, number>,
  ) {
    this.#managers = new Map(managers);
    this.#heights = heights;
  }

  /** Reads what is needed to judge the placements. */
  static async read(
    on: StatementRunner,
    workspaceId: string,
    placements: readonly ManagerChange[],
  ): Promise<ManagerHierarchy> {
    const { managers, heights } = await READ_ORDER.one(on, {
      workspaceId,
      managerIds: placements.map(({ manager }) => manager.id),
      userIds: placements.map(({ user }) => user.id),
    });
    return new ManagerHierarchy(Object.entries(managers), new Map(Object.entries(heights)));
  }

  /** Notes a change that comes with the others. */
  foresee(userId: string, managerId: string | null, active = true): void {
    this.#managers.set(userId, { manager: managerId, active });
  }

  /**
   * Asserts that the person can have the manager.
   * @throws AppError `manager_circle`, `manager_levels`, or `manager_inactive` if the manager has just left
   */
  assertFits({ user, manager }: ManagerChange): void {
    if (this.#managers.get(manager.id)?.active !== true) {
      throw new AppError('manager_inactive', `${manager.full_name} was just deactivated. Name another manager.`);
    }
    let levels = 0;
    for (let id: string | null = manager.id; id !== null && levels <= MAX_MANAGERS_ABOVE_PERSON; levels++) {
      if (id === user.id) throw circle(user.full_name, manager.full_name, levels === 0);
      id = this.#managers.get(id)?.manager ?? null;
    }
    if (levels + (this.#heights.get(user.id) ?? 0) <= MAX_MANAGERS_ABOVE_PERSON) return;
    throw new AppError(
      'manager_levels',
      `There would be more than ${MAX_MANAGERS_ABOVE_PERSON} levels of managers. Name a manager of a higher level.`,
    );
  }
}

function circle(person: string, manager: string, isSelf: boolean): AppError {
  const words = isSelf
    ? `${person} can’t be their own manager. Name someone else, or null.`
    : `${person} is among the managers of ${manager}. Give ${manager} another manager first.`;
  return new AppError('manager_circle', words);
}
