import { trpc } from '../../lib/api/trpc.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { ProviderKeysSection } from '../provider-keys/provider-keys.tsx';
import { ApiTokensSection } from '../tokens/api-tokens.tsx';
import { API_TOKENS_ANCHOR, PROVIDER_KEYS_ANCHOR } from './anchors.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('settings');

/** AI provider keys and API tokens. */
export function KeysAndTokensPage() {
  const { isFetched } = trpc.providerKeys.list.useQuery();
  return (
    <>
      <PageHeader title={t('keysAndTokens')} />
      <ProviderKeysSection anchor={PROVIDER_KEYS_ANCHOR} />
      {/* Not before the keys, which would push it down. */}
      {isFetched && <ApiTokensSection anchor={API_TOKENS_ANCHOR} />}
    </>
  );
}
