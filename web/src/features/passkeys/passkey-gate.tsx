import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { trpc } from '../../lib/api/trpc.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { PasskeyFailureNotice } from './passkey-failure.tsx';
import { ConfirmWithRecoveryCodeForm } from './recovery-code-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useAddPasskey, useConfirmWithPasskey } from './use-passkeys.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** Shown in place of a workspace that asks the person for a passkey (rules/sign-in 12). */
export function PasskeyGate() {
  const { workspace: slug } = useParams({ from: '/$workspace' });
  const { history } = useRouter();
  const utils = trpc.useUtils();
  const session = trpc.session.current.useQuery();
  const own = trpc.passkeys.list.useQuery();
  const methods = trpc.session.methods.useQuery();
  const all = session.data?.memberships ?? [];
  const name = all.find(({ workspace }) => workspace.slug === slug)?.workspace.name ?? slug;
  const confirmed = () => void utils.invalidate();
  // Where recovery codes are offered.
  const adding = useAddPasskey(() => void utils.invalidate().then(() => history.replace(`/${slug}/account`)));
  const confirming = useConfirmWithPasskey(confirmed);
  const isOffered = canUsePasskeys(methods.data?.passkey_origin);
  return (
    <PlainPage title={t('gate.title')}>
      <Stack>
        <Text>{t('gate.why', { workspace: name })}</Text>
        {methods.isSuccess && !isOffered && <Text role="alert">{t('needDomain')}</Text>}
        <PageState query={own} what={t('yourPasskeys')}>
          {({ passkeys, recovery_codes, needs }) => (
            <Stack>
              {isOffered && passkeys.length > 0 && (
                <Button loading={confirming.isPending} onClick={() => confirming.mutate()} data-autofocus>
                  {t('usePasskey')}
                </Button>
              )}
              {isOffered && passkeys.length === 0 && needs === 'nothing' && (
                <Button loading={adding.isPending} onClick={() => adding.mutate()} data-autofocus>
                  {t('addPasskey')}
                </Button>
              )}
              {passkeys.length === 0 && (needs === 'own_link' || needs === 'sign_in') && (
                <Text>{t(`needs.${needs}`)}</Text>
              )}
              <PasskeyFailureNotice error={confirming.error ?? adding.error} what={t('failedToUse')} />
              {recovery_codes > 0 && <ConfirmWithRecoveryCodeForm onConfirmed={confirmed} />}
            </Stack>
          )}
        </PageState>
        <SignOutButton />
        {all.some(({ passkey_required }) => !passkey_required) && (
          <Anchor component={Link} to="/">
            {t('gate.otherWorkspaces')}
          </Anchor>
        )}
      </Stack>
    </PlainPage>
  );
}
