import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { createUnregisteredPasskey, signInWithPasskey } from '../../lib/passkeys.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('passkeys');

/** Adds a passkey of a device that the browser asks for. It is named after the day until it is renamed. */
export function useAddPasskey(onAdded: () => void) {
  const starting = trpc.passkeys.startAdding.useMutation();
  const adding = trpc.passkeys.add.useMutation();
  return useMutation({
    mutationFn: async () => {
      const made = await createUnregisteredPasskey(await starting.mutateAsync({}));
      return adding.mutateAsync({
        name: t('nameOf', { day: formatDayOfTimestamp(new Date().toISOString()) }),
        ...made,
      });
    },
    onSuccess: onAdded,
  });
}

/** Signs in again with a passkey, which confirms the person anew. */
export function useConfirmWithPasskey(onConfirmed: () => void) {
  return useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: onConfirmed });
}
