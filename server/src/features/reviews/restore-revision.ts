import type { RestoredRevision, RestoreRevision } from '@training/shared/reviews/revisions';
import type { Context } from '../../core/context.ts';
import { assertEditedVersionIsCurrent } from '../courses/lock-course.ts';
import { ModuleRevisionEntity } from '../courses/modules/module-history.entity.ts';
import { writeModuleSettings } from '../courses/modules/update-module-settings.ts';
import {
  findChangedSettingNames,
  workingSettingsOf,
  settingsOfRevision,
  workingTitleOf,
} from '../courses/modules/working-copy.ts';
import { recordContributor, writeSection } from '../courses/modules/write-section.ts';
import { insertDecision } from './review-rounds.ts';
import { recordTransition, runTransition, type TransitionContext } from './transition.ts';
import { revisionNotFoundError } from './read-revision.ts';

const SECTIONS = ['flashcards', 'quiz'] as const;

/**
 * Makes content and settings of a revision those of the working copy, as an edit; opens a working copy if there is none
 * (rules/courses-and-modules 13).
 * @throws AppError `content_locked` under review; `module_state` of an archived module; `revision_not_found`;
 * `stale_version` if what it replaces has changed since the caller read it
 */
export async function restoreRevision(ctx: Context, input: RestoreRevision): Promise<RestoredRevision> {
  const { module_id, number } = input;
  const { flashcards_version, quiz_version, settings_version } = input;
  const versions = { flashcards_version, quiz_version, settings_version };
  const state = await runTransition(ctx, module_id, { kind: 'restore_revision' }, async (step) => {
    const { em, module } = step;
    const revision = await em.findOne(ModuleRevisionEntity, { moduleId: module_id, number });
    if (!revision) throw revisionNotFoundError(number);
    assertVersions(step, input);
    const settings = settingsOfRevision(revision);
    const isSame =
      SECTIONS.every((section) => step.sections[section].contentHash === revision[`${section}Hash`]) &&
      findChangedSettingNames(workingSettingsOf(module), settings).length === 0;
    if (isSame && step.state.workflow !== null) return;
    if (step.state.workflow === null) {
      module.cycle += 1;
      await insertDecision(step, null, { verdict: 'revised' });
    }
    await em.flush();
    await recordTransition(step, 'module.revision_restored', { revision: number, cycle: module.cycle });
    if (step.ctx.actor.kind === 'user') {
      const contributor = { workspaceId: ctx.workspace.id, userId: step.ctx.actor.id };
      await recordContributor(em, { ...contributor, moduleId: module_id, cycle: module.cycle });
    }
    for (const section of SECTIONS) {
      const { version, items } = step.sections[section];
      const edit = { section, version, before: items.length, items: revision[section] };
      const place = { moduleId: module_id, title: workingTitleOf(module), cycle: module.cycle };
      const saved = await writeSection(em, step.ctx, { ...place, ...edit });
      if (saved) versions[`${section}_version`] = saved.version;
    }
    await writeModuleSettings(em, step.ctx, module, settings);
    versions.settings_version = module.settingsVersion;
  });
  return { ...state, ...versions };
}

function assertVersions({ module, sections }: TransitionContext, input: RestoreRevision): void {
  for (const section of SECTIONS) {
    const { version: present, savedByName: by } = sections[section];
    const what = section === 'quiz' ? 'the quiz' : 'the flashcards';
    assertEditedVersionIsCurrent({ what, from: input[`${section}_version`], present, by });
  }
  const { settingsVersion: present, editedByName: by } = module;
  assertEditedVersionIsCurrent({ what: 'title or settings', from: input.settings_version, present, by });
}
