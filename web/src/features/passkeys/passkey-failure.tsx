import { Text } from '@mantine/core';
import { problemOf } from '../../lib/api/problem.ts';
import { PasskeyNotUsed } from '../../lib/passkeys.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** Explains a failed attempt with a passkey; a cancelled one is no fault. */
export function PasskeyFailure({ error, what }: { error: unknown; what: string }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof PasskeyNotUsed)) return <FailedState what={what} problem={problemOf(error)} />;
  return (
    <Text role="alert" size="sm">
      {t('notUsed')}
    </Text>
  );
}
