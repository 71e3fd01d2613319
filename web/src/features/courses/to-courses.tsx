import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** Breadcrumbs above the pages of a course. */
export function ToCourses({ children }: { children?: ReactNode }) {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/courses" params={{ workspace: workspace.slug }}>
        {t('courses')}
      </TextLink>
      {children}
    </Breadcrumbs>
  );
}
