import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useWorkspace } from '../../lib/workspace.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Leads to a preview of the saved cards and questions as learners see them. */
export function PreviewButton({ module: { id, course } }: { module: Pick<ModuleDetail, 'id' | 'course'> }) {
  const params = { workspace: useWorkspace().workspace.slug, course: course.id, module: id };
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/$workspace/courses/$course/$module/preview" params={params} {...props} />}
    >
      {t('preview')}
    </Button>
  );
}
