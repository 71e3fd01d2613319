import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { OwnPasskeys } from '@training/shared/passkeys/passkeys';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { OwnPictureSection } from '../pins/picture-choice.tsx';
import { ChangePinForm } from '../pins/change-pin-form.tsx';
import { PasskeyFailureNotice } from './passkey-failure.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodesSection } from './recovery-codes.tsx';
import { useAddPasskey } from './use-passkeys.ts';
import { PasskeyChangeRequirementsNotice } from './passkey-needs-notice.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** The person's own account: their passkeys and recovery codes (rules/sign-in 9 to 13). */
export function AccountPage() {
  const { session, user } = useWorkspaceSession();
  return (
    <>
      <PageHeader title={t('account')} description={session.email} />
      <OwnPictureSection name={user.full_name} />
      {session.isByPin ? <ChangePinForm /> : <Passkeys />}
    </>
  );
}

function Passkeys() {
  const own = trpc.passkeys.list.useQuery();
  return (
    <PageState query={own} what={t('yourPasskeys')}>
      {(found) => <OwnSignIn own={found} />}
    </PageState>
  );
}

function OwnSignIn({ own: { passkeys, recovery_codes, needs } }: { own: OwnPasskeys }) {
  const { refreshSession } = useWorkspaceSession();
  const utils = trpc.useUtils();
  const methods = trpc.session.methods.useQuery();
  const origin = methods.data?.passkey_origin;
  const isOffered = canUsePasskeys(origin);
  const changed = () => {
    void utils.passkeys.list.invalidate();
    // A removed passkey may have opened the workspace.
    refreshSession();
  };
  const adding = useAddPasskey(changed);
  const mayChange = needs === 'nothing';
  const button = isOffered && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={!mayChange}
      loading={adding.isPending}
      onClick={() => adding.mutate()}
    >
      {t('addPasskey')}
    </Button>
  );
  return (
    <Stack gap="xl">
      <Section title={t('passkeys')} description={t('aboutPasskeys')} actions={button}>
        <Stack>
          {methods.isSuccess && !isOffered && <Note>{notOffered(origin)}</Note>}
          {needs !== 'nothing' && (
            <PasskeyChangeRequirementsNotice
              needs={needs}
              hasPasskeys={passkeys.length > 0}
              isOffered={isOffered}
              onConfirmed={changed}
            />
          )}
          <PasskeyFailureNotice error={adding.error} what={t('failedToAdd')} />
          {passkeys.length === 0 ? (
            <Text>{t('noPasskeys')}</Text>
          ) : (
            <PasskeyList passkeys={passkeys} mayChange={mayChange} onChanged={changed} />
          )}
        </Stack>
      </Section>
      {passkeys.length > 0 && <RecoveryCodesSection left={recovery_codes} mayChange={mayChange} onChanged={changed} />}
    </Stack>
  );
}

/** Explains why passkeys can't be used on this page. */
function notOffered(origin: string | null | undefined): string {
  if (origin === null || origin === undefined) return t('needDomain');
  return origin === location.origin ? t('browserLacksThem') : t('workElsewhere', { origin });
}
