import type { PastCompletionInput } from '@training/shared/attested/attested';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { createPersonLookup, type NamedPerson } from '../users/person-lookup.ts';

const Module = z.strictObject({
  id: z.string(),
  title: z.string(),
  published: z.boolean(),
  validity_days: z.int().nullable(),
});
type Module = z.infer<typeof Module>;

const FIND = defineStatement({
  name: 'find-named-in-completions',
  scope: 'tenant',
  row: z.strictObject({ modules: z.array(Module), today: z.string() }),
  sql: `
select to_char(:now::timestamptz at time zone w.time_zone, 'YYYY-MM-DD') as today, coalesce((
  select json_agg(json_build_object('id', m.id, 'title', m.title, 'published', m.status = 'published',
    'validity_days', (r.settings ->> 'validity_days')::integer))
  from modules m left join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
  where m.workspace_id = :workspaceId
    and (m.id::text = any(:modules::text[]) or lower(m.title) = any(:modules::text[]))), '[]') as modules
from workspaces w where w.id = :workspaceId`,
});

/** The person and the module of a completion. */
export type CompletionSubject = { person: NamedPerson; module: Module };

/**
 * Finds the people and modules that completions name.
 * @returns a function that returns those of one of them, or throws AppError `user_not_found`, `user_conflict` if e-mail
 *   and external_id are different people, `module_not_found`,
 *   `module_not_published`, `self_grading` for the caller's own, `invalid_request` for a title of several modules or a
 *   day in the future
 */
export async function findCompletionSubjects(
  on: StatementRunner,
  ctx: Context,
  completions: readonly PastCompletionInput[],
) {
  const personNamed = await createPersonLookup(on, ctx.workspace.id, completions);
  const found = await FIND.one(on, {
    workspaceId: ctx.workspace.id,
    now: ctx.now,
    modules: [...new Set(completions.map(({ module }) => module.toLowerCase()))],
  });
  const byId = new Map(found.modules.map((module) => [module.id, module]));
  const byTitle = Map.groupBy(found.modules, ({ title }) => title.toLowerCase());

  function moduleNamed(name: string): Module {
    const key = name.toLowerCase();
    const named = byId.get(key);
    const titled = byTitle.get(key) ?? [];
    const published = titled.filter((module) => module.published);
    if (!named && published.length > 1) {
      const message = `${published.length} published modules have the title “${name}”. Name the module by its id.`;
      throw invalidFieldError('module', message, 'ambiguous_title');
    }
    const module = named ?? published[0] ?? titled[0];
    if (!module) throw new AppError('module_not_found', `There is no module “${name}” in this workspace.`);
    if (!module.published) {
      throw new AppError('module_not_published', `“${module.title}” isn’t published. Publish it first.`);
    }
    return module;
  }

  return ({ email, external_id, module: name, completed_on: day }: PastCompletionInput): CompletionSubject => {
    const person = personNamed({ email, external_id });
    const module = moduleNamed(name);
    if (day > found.today) {
      const message = `${day} is in the future. Enter a day up to today, ${found.today}.`;
      throw invalidFieldError('completed_on', message, 'in_future');
    }
    if (ctx.actor.kind === 'user' && ctx.actor.id === person.id) {
      throw new AppError('self_grading', 'You can’t attest your own training. Ask another super admin.');
    }
    return { person, module };
  };
}
