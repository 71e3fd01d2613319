import { useWorkspace } from '../../lib/workspace.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ProviderKeys } from '../provider-keys/provider-keys.tsx';
import { ApiTokens } from '../tokens/api-tokens.tsx';

export function SettingsPage() {
  const { workspace } = useWorkspace();
  return (
    <>
      <PageHeader
        title="Settings"
        actions={
          <TextLink to="/$workspace/settings/workspace" params={{ workspace: workspace.slug }}>
            Name and time zone
          </TextLink>
        }
      />

      <ProviderKeys />
      <ApiTokens />
    </>
  );
}
