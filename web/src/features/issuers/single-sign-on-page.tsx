import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { MessageKey } from '@training/shared/i18n/translator';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { DomainSection } from './domain-section.tsx';
import { IssuerSection } from './issuer-section.tsx';
import { RequireSingleSignOnSection } from './require-section.tsx';

const t = translatorOf('issuers');

const FAILURES = {
  other_address: 'failed.otherAddress',
  email_not_verified: 'failed.emailNotVerified',
  invalid_client: 'failed.invalidClient',
} as const satisfies Record<string, MessageKey<'issuers'>>;
const failures = new Map(Object.entries(FAILURES));

/** Single sign-on by the workspace's own provider (rules/sign-in 30 to 38). */
export function SingleSignOnPage() {
  const { trial } = useSearch({ from: '/$workspace/settings/sign-in' });
  const settings = trpc.issuers.read.useQuery();
  return (
    <>
      <PageHeader title={t('title')} description={t('page')} />
      {trial === 'on' && (
        <Note color="green" mb="md" title={t('isOn')}>
          {t('isOnMore')}
        </Note>
      )}
      {trial !== undefined && trial !== 'on' && (
        <Alert color="red" mb="md" role="alert" title={t('trialFailed')}>
          {t(failures.get(trial) ?? 'failed.otherwise')}
        </Alert>
      )}
      <PageState query={settings} what={t('theSettings')}>
        {(all) => (
          <>
            <IssuerSection settings={all} />
            <DomainSection domains={all.domains} />
            <RequireSingleSignOnSection settings={all} />
          </>
        )}
      </PageState>
    </>
  );
}
