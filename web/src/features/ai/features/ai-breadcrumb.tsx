import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

export function AiBreadcrumb() {
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/ai">{t('aiTools')}</TextLink>
    </Breadcrumbs>
  );
}
