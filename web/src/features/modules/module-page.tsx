import { Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { isMissing } from '../../lib/api/problem.ts';
import { useMay, useWorkspace } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AssignButton } from '../assignments/assign-button.tsx';
import { ModuleEditor } from './editor/module-editor.tsx';
import { SettingsButton } from './settings-button.tsx';
import { useModule } from './use-module.ts';
import { useRefusal } from './use-refusal.ts';
import { ModuleActions } from './transitions/module-actions.tsx';
import { ToCourses } from '../courses/to-courses.tsx';
import { ModuleFacts } from './module-facts.tsx';
import { ModuleReader } from './module-reader.tsx';
import { SourceNotice } from './source-notice.tsx';
import { useNamedItem } from './use-named-item.ts';

const route = getRouteApi('/$workspace/courses/$course/$module');

/** A module: editable for its authors, read-only for others. Updates live. */
export function ModulePage() {
  const { module: id } = route.useParams();
  const module = useModule(id);
  if (isMissing(module)) return <NotFoundPage />;
  return (
    <>
      {module.data === undefined && <PageHeader title="Module" above={<ToCourses />} />}
      <PageState query={module} what="the module">
        {(found) => <Module key={found.id} module={found} />}
      </PageState>
    </>
  );
}

function Module({ module }: { module: ModuleDetail }) {
  const { workspace } = useWorkspace();
  const mayAuthor = useRefusal(module)({ kind: 'edit_settings' })?.code !== 'forbidden';
  const mayReview = useMay('review_queue:read') !== undefined;
  const mayCompare = useMay('learners:compare') !== undefined;
  const { course } = module;
  useNamedItem();
  return (
    <>
      <PageHeader
        above={
          <ToCourses>
            <TextLink to="/$workspace/courses/$course" params={{ workspace: workspace.slug, course: course.id }}>
              {course.emoji} {course.title}
            </TextLink>
          </ToCourses>
        }
        title={module.title}
        description={<ModuleFacts module={module} />}
        actions={
          <Group gap="xs">
            {mayReview && isUnderReview(workflowStateOf(module)) && (
              <TextLink to="/$workspace/reviews/$module" params={{ workspace: workspace.slug, module: module.id }}>
                Open the review
              </TextLink>
            )}
            {mayCompare && module.status === 'published' && (
              <TextLink
                to="/$workspace/analytics"
                params={{ workspace: workspace.slug }}
                search={{ course: course.id, module: module.id }}
              >
                How people answer
              </TextLink>
            )}
            {module.status === 'published' && <AssignButton module={module} />}
            {mayAuthor && <SettingsButton module={module} />}
            <ModuleActions module={module} />
          </Group>
        }
      />
      <SourceNotice module={module} />
      {mayAuthor ? <ModuleEditor module={module} /> : <ModuleReader module={module} />}
    </>
  );
}
