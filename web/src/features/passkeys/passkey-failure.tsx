import { Text } from '@mantine/core';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { PasskeyNotUsedError } from '../../lib/passkeys.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** Explains a failed attempt with a passkey; a cancelled one is no fault. */
export function PasskeyFailureNotice({ error, what }: { error: unknown; what: string }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof PasskeyNotUsedError)) return <FailedState what={what} problem={toDisplayableProblem(error)} />;
  return (
    <Text role="alert" size="sm">
      {t('notUsed')}
    </Text>
  );
}
