import type { ReactNode } from 'react';
import { usePermissionReach } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('drives');

/**
 * Breadcrumbs: to the settings for users who may open them, and to the suggestions for trainers, who come from there.
 */
export function SettingsBreadcrumb({ children }: { children?: ReactNode }) {
  const maySettings = usePermissionReach('tokens:read') !== undefined;
  return (
    <Breadcrumbs>
      {maySettings ? (
        <TextLink to="/$workspace/settings">{t('settings')}</TextLink>
      ) : (
        <TextLink to="/$workspace/recommended">{t('recommended')}</TextLink>
      )}
      {children}
    </Breadcrumbs>
  );
}
