import type { ModuleVariants } from '@training/shared/translations/translations';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/text-link.tsx';
import { CoursesBreadcrumb } from '../courses/courses-breadcrumb.tsx';

interface ToModuleProps {
  module: Pick<ModuleVariants, 'module_id' | 'title' | 'course'>;
  children?: ReactNode;
}

/** Breadcrumbs above the pages of a module's languages. */
export function ModuleLanguagesBreadcrumbs({ module: { module_id, title, course }, children }: ToModuleProps) {
  const params = { course: course.id };
  return (
    <CoursesBreadcrumb>
      <TextLink to="/$workspace/courses/$course" params={params}>
        <bdi>{course.title}</bdi>
      </TextLink>
      <TextLink to="/$workspace/courses/$course/$module" params={{ ...params, module: module_id }}>
        <bdi>{title}</bdi>
      </TextLink>
      {children}
    </CoursesBreadcrumb>
  );
}
