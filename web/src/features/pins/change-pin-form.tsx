import { Button, PasswordInput, Stack } from '@mantine/core';
import { NewPin } from '@training/shared/pins/pins';
import { type FormEvent, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('pins');

const EMPTY = { current: '', pin: '', repeated: '' };
type Field = keyof typeof EMPTY;

/** Replaces one's own PIN. Typed PINs are kept nowhere. */
export function ChangePinForm() {
  const [typed, setTyped] = useState(EMPTY);
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const changing = trpc.pins.change.useMutation({
    onSuccess: () => {
      setTyped(EMPTY);
      notify(t('pinWasChanged'));
    },
  });
  const { current, pin, repeated } = typed;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const refused = NewPin.safeParse(pin).error?.issues[0]?.message;
    const found = {
      ...(current === '' && { current: t('enterCurrentPin') }),
      ...(refused !== undefined && { pin: refused }),
      ...(pin !== repeated && { repeated: t('pinsDiffer') }),
    };
    setWrong(found);
    if (Object.keys(found).length === 0) changing.mutate({ current, pin });
  };
  const field = (name: Field, label: string, autoComplete: string) => (
    <PasswordInput
      label={label}
      inputMode="numeric"
      autoComplete={autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': t('showPin') }}
      value={typed[name]}
      error={wrong[name]}
      onChange={({ currentTarget: { value } }) => {
        setTyped((all) => ({ ...all, [name]: value }));
        setWrong({});
      }}
    />
  );
  return (
    <Section title={t('changePin')}>
      <form noValidate onSubmit={send}>
        <Stack maw={320}>
          {field('current', t('currentPin'), 'current-password')}
          {field('pin', t('newPin'), 'new-password')}
          {field('repeated', t('repeatPin'), 'new-password')}
          {changing.error !== null && (
            <FailedState what={t('failedToChangePin')} problem={toDisplayableProblem(changing.error)} />
          )}
          <Button type="submit" loading={changing.isPending}>
            {t('changePin')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
