import { PageHeader } from '../../ui/page-header.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { ProviderKeys } from './provider-keys.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />

      <ProviderKeys />
      <ApiTokens />
    </>
  );
}
