import { PageHeader } from '../../ui/page-header.tsx';
import { ProviderKeys } from '../provider-keys/provider-keys.tsx';
import { ApiTokens } from '../tokens/api-tokens.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />

      <ProviderKeys />
      <ApiTokens />
    </>
  );
}
