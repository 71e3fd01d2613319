import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type CapabilityKeyStatus,
  KeyTestOutcome,
  AI_PROVIDER_TRAITS,
  type AiProvider,
  type ProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { type FormEvent, useEffect, useRef, type ReactNode, useState } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { restoreLostFocus } from '../../ui/focus.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { capabilityHeadingIdOf } from './key-words.ts';
import classes from './provider-keys.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

/** Outcomes that require different input. The others are temporary, or fixed at the provider. */
const IS_WRONG: ReadonlySet<KeyTestOutcome> = new Set<KeyTestOutcome>(['invalid_key', 'no_model_access']);

interface KeyFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  provider: AiProvider;
  isChecking: boolean;
  /** The provider's result. The advice is shown at the field that it concerns. */
  refusal: KeyTestOutcome | null;
  problem: DisplayableProblem | null;
  /** Completes the error: "the key was not added". */
  failed: string;
  submitLabel: string;
  /** True if the form can only be closed; by default, if another user has changed or removed the key. */
  isOver?: boolean;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
}

const IS_OVERTAKEN: ReadonlySet<string> = new Set(['stale_version', 'provider_key_not_found']);

/** A form whose key or model the provider checks: its fields, the result of the check, and the buttons. */
export function KeyForm(props: KeyFormProps) {
  const { onSubmit, provider, isChecking, problem, failed, submitLabel, onCancel, children } = props;
  const isOver = !isChecking && (props.isOver ?? (problem !== null && IS_OVERTAKEN.has(problem.code)));
  const refusal = isOver ? null : props.refusal;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused button may have disappeared.
    if (isOver && document.activeElement === document.body) cancel.current?.focus();
  }, [isOver]);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {children}
        {refusal !== null && !isChecking && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={names(`outcome.${refusal}`)}>
            {IS_WRONG.has(refusal) ? t('checkFieldAbove', { failed }) : t('tryAgain', { failed })}
          </Alert>
        )}
        {refusal === null && problem !== null && !isChecking && <FailedState what={failed} problem={problem} />}
        <output className={classes.checking}>
          {isChecking && (
            <>
              <Loader size={16} color="gray" aria-hidden />
              <Text>{checkingWords(provider)}</Text>
            </>
          )}
        </output>
        <Group justify="flex-end" gap="xs">
          <Button ref={cancel} variant="default" onClick={onCancel} disabled={isChecking}>
            {isOver ? t('close') : t('cancel')}
          </Button>
          {!isOver && (
            <Button type="submit" loading={isChecking}>
              {submitLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function checkingWords(provider: AiProvider): string {
  return provider === 'openai_compatible'
    ? t('checkingEndpoint')
    : t('checkingNewKey', { provider: AI_PROVIDER_TRAITS[provider].label });
}

interface KeyFieldProps {
  provider: AiProvider;
  label?: string;
  error?: ReactNode;
  'data-autofocus'?: boolean;
}

export function KeyField({ provider, label = t('key'), ...inputProps }: KeyFieldProps) {
  return (
    <SecretField
      label={label}
      description={t('asConsoleShows', { provider: AI_PROVIDER_TRAITS[provider].label })}
      {...inputProps}
    />
  );
}

interface OwnKeyDialogProps {
  /** The capability whose key or endpoint is changed; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  title: (own: ProviderKey) => ReactNode;
  onClose: () => void;
  /** The form. It calls `onChecking` while the provider checks, which can't be cancelled: the dialog stays open. */
  children: (own: ProviderKey, status: CapabilityKeyStatus, onChecking: (isChecking: boolean) => void) => ReactNode;
}

/** A form for an own key. It stays if another user removes the key. */
export function OwnKeyDialog({ status, title, onClose, children }: OwnKeyDialogProps) {
  const shown = useLastSubject(status, (now, last) => now.own?.id === last.own?.id);
  const own = shown?.own;
  const [isChecking, setChecking] = useState(false);
  return (
    <Dialog
      opened={status !== null}
      onClose={onClose}
      title={own && title(own)}
      isLocked={isChecking}
      // The button disappears if another user removes the key.
      onExitTransitionEnd={() =>
        own && restoreLostFocus(document.getElementById(capabilityHeadingIdOf(own.capability)))
      }
    >
      {own && children(own, shown, setChecking)}
    </Dialog>
  );
}

interface KeyMutation<Input, Output> {
  mutateAsync: (input: Input) => Promise<Output>;
  reset: () => void;
}

/** Submits a key for validation; `refusal` is the provider's result. The key is never kept in a cache. */
export function useSubmitKey<Input, Output>(
  { mutateAsync, reset }: KeyMutation<Input, Output>,
  onChecking: (isChecking: boolean) => void,
) {
  const [refusal, setRefusal] = useState<KeyTestOutcome | null>(null);
  const ask = async (input: Input): Promise<Output> => {
    setRefusal(null);
    onChecking(true);
    try {
      return await mutateAsync(input);
    } catch (error) {
      setRefusal(keyOutcomeOf(error));
      throw error;
    } finally {
      onChecking(false);
      reset();
    }
  };
  return { refusal, ask };
}

/** Returns the outcome, which the server attaches to the field that it concerns. */
function keyOutcomeOf(error: unknown): KeyTestOutcome | null {
  const { code, errors } = toDisplayableProblem(error);
  if (code !== 'provider_key_rejected') return null;
  return KeyTestOutcome.safeParse(errors[0]?.code).data ?? 'invalid_key';
}
