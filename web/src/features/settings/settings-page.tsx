import { PageHeader } from '../../ui/pages/page-header.tsx';
import { GradingTrust } from '../grading/grading-trust.tsx';
import { ProviderKeys } from '../provider-keys/provider-keys.tsx';
import { ApiTokens } from '../tokens/api-tokens.tsx';
import { SPOKEN_ANSWERS } from '../grading/anchor.ts';
import { API_TOKENS, PROVIDER_KEYS } from './anchors.ts';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <ProviderKeys anchor={PROVIDER_KEYS} />
      <GradingTrust anchor={SPOKEN_ANSWERS} />
      <ApiTokens anchor={API_TOKENS} />
    </>
  );
}
