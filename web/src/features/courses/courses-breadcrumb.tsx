import type { ReactNode } from 'react';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** Breadcrumbs above the pages of a course. */
export function CoursesBreadcrumb({ children }: { children?: ReactNode }) {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/courses">{t('courses')}</TextLink>
      {children}
    </Breadcrumbs>
  );
}
