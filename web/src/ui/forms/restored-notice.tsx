import { Button, Group, Text } from '@mantine/core';
import type { StoredInputActions } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { Note } from '../note.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Announces above a form that earlier text was restored, and offers to discard it. */
export function RestoredNotice({ storedInput: { restored, discard } }: { storedInput: StoredInputActions }) {
  if (restored === null) return null;
  return (
    <Note p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t(restored === 'outdated' ? 'restoredAndChanged' : 'restored')}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={({ currentTarget }) => {
            const around = currentTarget.closest('[role=status]')?.parentElement;
            discard();
            // The button disappears, and the focus with it.
            around?.querySelector<HTMLElement>('input, textarea, select')?.focus();
          }}
        >
          {t('discard')}
        </Button>
      </Group>
    </Note>
  );
}
