import type { ModuleDetail } from '@training/shared/courses/modules';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { LinkButton } from '../../ui/link-button.tsx';

const t = translatorOf('modules');

/** Leads to a preview of the saved cards and questions as learners see them. */
export function LearnerPreviewButton({ module: { id, course } }: { module: Pick<ModuleDetail, 'id' | 'course'> }) {
  return (
    <LinkButton
      to="/$workspace/courses/$course/$module/preview"
      params={{ course: course.id, module: id }}
      variant="default"
    >
      {t('preview')}
    </LinkButton>
  );
}
