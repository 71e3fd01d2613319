import { useWorkspace } from '../../../lib/workspace.ts';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

export function ToAi() {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/ai" params={{ workspace: workspace.slug }}>
        {t('aiTools')}
      </TextLink>
    </Breadcrumbs>
  );
}
