import { useWorkspace } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ProviderKeys } from '../provider-keys/provider-keys.tsx';
import { ApiTokens } from '../tokens/api-tokens.tsx';
import classes from './settings.module.css';

export function SettingsPage() {
  const { workspace } = useWorkspace();
  const params = { workspace: workspace.slug };
  return (
    <>
      <PageHeader
        title="Settings"
        actions={
          <nav aria-label="More settings" className={classes.pages}>
            <TextLink to="/$workspace/settings/notifications" params={params}>
              Notifications
            </TextLink>
            <TextLink to="/$workspace/settings/webhooks" params={params}>
              Webhooks
            </TextLink>
            <TextLink to="/$workspace/settings/drives" params={params}>
              Drives
            </TextLink>
            <TextLink to="/$workspace/settings/workspace" params={params}>
              Name and time zone
            </TextLink>
          </nav>
        }
      />

      <ProviderKeys />
      <ApiTokens />
    </>
  );
}
