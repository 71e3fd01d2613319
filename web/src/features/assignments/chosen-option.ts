import type { AssignmentAudience } from '@training/shared/assignments/assignments';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Something selected in the assignment form: its kind and id, such as `module:…`, and its name. */
export interface AssignFormOption {
  value: string;
  label: string;
}

export const toModuleOption = (id: string, title: string): AssignFormOption => ({
  value: `module:${id}`,
  label: title,
});
export const toCourseOption = (id: string, title: string): AssignFormOption => ({
  value: `course:${id}`,
  label: t('allOf', { course: title }),
});
export const toPersonOption = (id: string, name: string): AssignFormOption => ({ value: `user:${id}`, label: name });

/** The initial selection of the assignment form. */
export interface InitialAssignSelection {
  modules: readonly AssignFormOption[];
  audiences: readonly AssignFormOption[];
  again?: boolean;
}

const idsOf = (chosen: readonly AssignFormOption[], kind: string): string[] =>
  chosen.flatMap(({ value }) => (value.startsWith(`${kind}:`) ? value.slice(kind.length + 1) : []));

/** Returns the selection in the contract's format. */
export function toAssignmentTargetsInput(modules: readonly AssignFormOption[], audiences: readonly AssignFormOption[]) {
  return {
    module_ids: idsOf(modules, 'module'),
    course_ids: idsOf(modules, 'course'),
    to: [
      ...idsOf(audiences, 'department').map((id) => ({ kind: 'department', department_id: id })),
      ...idsOf(audiences, 'role').map((role) => ({ kind: 'role', role })),
      ...idsOf(audiences, 'user').map((id) => ({ kind: 'user', user_id: id })),
    ],
  };
}

/** Returns the name of an audience among the selected ones. */
export function nameOfAudience(to: AssignmentAudience, audiences: readonly AssignFormOption[]): string {
  const id = to.kind === 'user' ? to.user_id : to.kind === 'department' ? to.department_id : to.role;
  return audiences.find(({ value }) => value === `${to.kind}:${id}`)?.label ?? '';
}
