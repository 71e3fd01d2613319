import { useWorkspace } from '../../../lib/workspace.ts';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

export function ToAi() {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/ai" params={{ workspace: workspace.slug }}>
        AI tools
      </TextLink>
    </Breadcrumbs>
  );
}
