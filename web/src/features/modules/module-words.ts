import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { WORKFLOW_TRANSITIONS } from '@training/shared/reviews/workflow';
import { workflowStateOf } from '@training/shared/reviews/workflow-state';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Returns the name of a section. */
export const sectionTitleOf = (section: SectionKind): string => t(`section.${section}`);

/** Returns the name of a section within a sentence: "the quiz". */
export const sectionNameInTextOf = (section: SectionKind): string => t(`theSection.${section}`);

/** Returns the name of an item by its place, from 1: "Card 3". */
export const itemNameOf = (section: SectionKind, place: number): string => t(`item.${section}`, { place });

/** Returns the name of an item within a sentence: "card 3". */
export const itemNameInTextOf = (section: SectionKind, place: number): string => t(`itemInText.${section}`, { place });

export function otherSectionOf(section: SectionKind): SectionKind {
  return section === 'flashcards' ? 'quiz' : 'flashcards';
}

/**
 * Returns true if approving the section publishes the module, because the other one is already approved
 * (rules/review 8).
 */
export function doesApprovalPublish(module: ModuleDetail, section: SectionKind): boolean {
  return WORKFLOW_TRANSITIONS.approve.to(workflowStateOf(module), section).workflow === null;
}

/** Describes the consequence of approving a section. */
export function consequenceOfApproval(module: ModuleDetail, section: SectionKind): string {
  if (doesApprovalPublish(module, section)) {
    return module.live === null ? t('bothSectionsThenApproved') : t('replacesVersion', { number: module.live.number });
  }
  const other = otherSectionOf(section);
  return t(module[other].state === 'queried' ? 'publishedOnceResubmitted' : 'publishedOnceApproved', {
    section: other,
  });
}
