import { Text } from '@mantine/core';
import {
  type CapabilityKeyStatus,
  type ProviderKey,
  RotateProviderKey,
} from '@training/shared/provider-keys/provider-keys';
import { useState } from 'react';
import { formatRelativeTime } from '../../lib/i18n/dates.ts';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { restoreLostFocus } from '../../ui/focus.ts';
import { notify } from '../../ui/notify.ts';
import { useLastSubject } from '../../ui/dialogs/use-last-subject.ts';
import { KeyForm, KeyField, useSubmitKey } from './key-form.tsx';
import { type ModelsByProvider, capabilityHeadingIdOf, providerAndModelInWords } from './key-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');
const names = translatorOf('ai-names');

interface RotateKeyDialogProps {
  /** The capability whose key is replaced; null if the dialog is closed. */
  status: CapabilityKeyStatus | null;
  models: ModelsByProvider;
  onClose: () => void;
}

/** Discards the typed key on closing: the form is unmounted. */
export function RotateKeyDialog({ status, models, onClose }: RotateKeyDialogProps) {
  // Keeps the form if another user removes the key.
  const shown = useLastSubject(status, (now, last) => now.own?.id === last.own?.id);
  const own = shown?.own;
  const isOpen = status !== null;
  const isSame = status?.own?.id === own?.id;
  // In that case the button that opened the dialog has disappeared.
  const [isGone, setGone] = useState(false);
  if (isOpen && isGone === isSame) setGone(!isSame);
  const [isChecking, setChecking] = useState(false);
  const onExited = () => {
    if (own && isGone) restoreLostFocus(document.getElementById(capabilityHeadingIdOf(own.capability)));
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={own && t('rotateKeyFor', { capability: names(`capability.${own.capability}`) })}
      isLocked={isChecking}
      returnFocus={!isGone}
      onExitTransitionEnd={onExited}
    >
      {own && (
        <RotateForm
          own={own}
          target={providerAndModelInWords(own, models)}
          parkedJobs={shown.parked_jobs}
          isGone={isGone}
          onChecking={setChecking}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface RotateFormProps {
  own: ProviderKey;
  /** The purpose of the key, in words. */
  target: string;
  parkedJobs: number;
  /** True if another user has removed the key while the form is open. */
  isGone: boolean;
  onChecking: (isChecking: boolean) => void;
  onClose: () => void;
}

function RotateForm({ own, target, parkedJobs, isGone, onChecking, onClose }: RotateFormProps) {
  const utils = trpc.useUtils().providerKeys;
  const rotate = trpc.providerKeys.rotate.useMutation({
    ...SLOW_QUERY_OPTIONS,
    gcTime: 0,
    onSettled: () => void utils.invalidate(),
  });
  // The version shown when the dialog was opened, so that a later change isn't overwritten unnoticed.
  const given = { id: own.id, version: own.version, key: '' };
  const { form, problem, onSubmit } = useContractForm(RotateProviderKey, given, 'secret');
  const { refusal, ask } = useSubmitKey(rotate, onChecking);
  const [overtakenBy, setOvertakenBy] = useState<ProviderKey | null>(null);
  const send = async (values: RotateProviderKey) => {
    try {
      await ask(values);
    } catch (error) {
      if (toDisplayableProblem(error).code === 'stale_version') await adoptVersion();
      throw error;
    }
    notify(t('keyWasRotated', { capability: names(`capability.${own.capability}`) }));
    onClose();
  };

  /** Adopts the newer version after showing who changed it: submitting again then overwrites it deliberately. */
  async function adoptVersion() {
    const { capabilities } = await utils.list.fetch(undefined, { staleTime: 0 });
    const current = capabilities.find(({ own: found }) => found?.id === own.id)?.own;
    if (!current) return;
    form.setFieldValue('version', current.version);
    setOvertakenBy(current);
  }

  const isOver = !form.submitting && (isGone || problem?.code === GONE);
  return (
    <KeyForm
      onSubmit={onSubmit(send)}
      provider={own.provider}
      isChecking={form.submitting}
      refusal={refusal}
      problem={isOver ? gone() : problem?.code === 'stale_version' ? inWords(problem, overtakenBy) : problem}
      failed={t('failedToRotateKey')}
      submitLabel={t('checkAndRotate')}
      isOver={isOver}
      onCancel={onClose}
    >
      <Text>
        {t('rotateExplained', { target })} {parkedJobs > 0 && t('jobsContinueThen', { count: parkedJobs })}
      </Text>
      <KeyField provider={own.provider} label={t('newKey')} data-autofocus {...form.getInputProps('key')} />
    </KeyForm>
  );
}

const GONE = 'provider_key_not_found';

const gone = (): DisplayableProblem => ({
  code: GONE,
  status: 404,
  detail: t('keyIsGone'),
  request_id: null,
  errors: [],
});

function inWords(problem: DisplayableProblem, overtakenBy: ProviderKey | null): DisplayableProblem {
  if (overtakenBy === null || overtakenBy.rotated_at === null) return problem;
  const { rotated_by, rotated_at } = overtakenBy;
  const at = formatRelativeTime(rotated_at);
  const detail = rotated_by === null ? t('someoneRotated', { at }) : t('rotatedBy', { by: rotated_by, at });
  return { ...problem, detail };
}
