import type { Contribution } from '@training/shared/users/people';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';

/** A module's title, linked to its page. */
export function ModuleLink({ of }: { of: Pick<Contribution, 'module' | 'module_id' | 'course_id'> }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink
      to="/$workspace/courses/$course/$module"
      params={{ workspace: workspace.slug, course: of.course_id, module: of.module_id }}
    >
      {of.module}
    </TextLink>
  );
}
