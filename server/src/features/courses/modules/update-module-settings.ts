import type { UpdateModule } from '@training/shared/courses/modules';
import { findTransitionFailureReason } from '@training/shared/reviews/workflow';
import { isUnderReview } from '@training/shared/reviews/workflow-state';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { ModuleRow } from '../course.entity.ts';
import { assertEditedVersionIsCurrent } from '../lock-course.ts';
import { moduleLockedByReviewError } from './assert-section-editable.ts';
import { recordContributor } from './write-section.ts';
import { lockModule, type LockedModule } from './lock-module.ts';
import {
  findChangedSettingNames,
  settingsToColumns,
  workingSettingsOf,
  workingTitleOf,
  type ModuleSettings,
} from './working-copy.ts';
import { moduleLiveTopicOf } from './module-topic.ts';

type Changes = Record<string, [before: unknown, after: unknown]>;

/**
 * Changes the module's settings, which belong to no section. Unchanged settings keep their version.
 * @throws AppError `module_not_found`, `forbidden`; `content_locked` in review; `module_state` if no working copy is
 * open; `stale_version` if another user has changed them since
 */
export function updateModuleSettings(ctx: Context, input: UpdateModule): Promise<{ id: string }> {
  const { id } = input;
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, id);
    mustAcceptSettings(locked);
    const { module } = locked;
    const { settingsVersion: present, editedByName: by } = module;
    assertEditedVersionIsCurrent({ what: 'title or settings', from: input.settings_version, present, by });
    const before = workingSettingsOf(module);
    await writeModuleSettings(em, ctx, module, {
      title: input.title ?? before.title,
      validity_days: input.validity_days === undefined ? before.validity_days : input.validity_days,
      pass_score: input.pass_score ?? before.pass_score,
      max_attempts: input.max_attempts ?? before.max_attempts,
      show_solutions: input.show_solutions ?? before.show_solutions,
      questions_per_attempt:
        input.questions_per_attempt === undefined ? before.questions_per_attempt : input.questions_per_attempt,
      topic_scores: input.topic_scores ?? before.topic_scores,
    });
    return { id };
  });
}

/**
 * Writes the settings of a locked module that accepts them, with contributor, event and notification. Unchanged
 * settings keep their version.
 */
export async function writeModuleSettings(
  em: EntityManager,
  ctx: Context,
  module: ModuleRow,
  settings: ModuleSettings,
): Promise<void> {
  const { id } = module;
  const changes = apply(module, settings);
  if (Object.keys(changes).length === 0) return;
  module.settingsVersion += 1;
  module.editedByName = ctx.actor.name;
  module.updatedAt = ctx.now;
  await em.flush();
  // Settings are reviewed along with the sections, so changing them counts as a contribution.
  if (ctx.actor.kind === 'user') {
    const contributor = { workspaceId: ctx.workspace.id, userId: ctx.actor.id };
    await recordContributor(em, { ...contributor, moduleId: id, cycle: module.cycle });
  }
  const subject = { kind: 'module', id, name: workingTitleOf(module) };
  await recordEvent(em, ctx, { action: 'module.updated', subject, changes });
  await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, id));
}

function mustAcceptSettings({ module, state }: LockedModule): void {
  const why = findTransitionFailureReason(state, { kind: 'edit_settings' });
  if (why === null) return;
  if (!isUnderReview(state)) throw new AppError('module_state', why);
  throw moduleLockedByReviewError(
    module,
    'Title and settings can be edited again once a reviewer asks for changes or rejects, or the submission is withdrawn.',
  );
}

/** Changes the working copy; a live module keeps its settings until they are approved. */
function apply(module: ModuleRow, after: ModuleSettings): Changes {
  const before = workingSettingsOf(module);
  const changed = findChangedSettingNames(before, after);
  if (changed.length === 0) return {};
  if (module.liveRevisionId) module.working = after;
  else Object.assign(module, settingsToColumns(after));
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
}
