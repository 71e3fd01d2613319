import { PageHeader } from '../../ui/pages/page-header.tsx';
import { ProviderKeys } from '../provider-keys/provider-keys.tsx';
import { ApiTokens } from '../tokens/api-tokens.tsx';
import { API_TOKENS, PROVIDER_KEYS } from './anchors.ts';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <ProviderKeys anchor={PROVIDER_KEYS} />
      <ApiTokens anchor={API_TOKENS} />
    </>
  );
}
