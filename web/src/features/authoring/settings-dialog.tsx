import { NumberInput, TextInput } from '@mantine/core';
import { CreateModule } from '@training/shared/authoring';
import type { ModuleDetail } from '@training/shared/modules';
import { useState } from 'react';
import { z } from 'zod';
import { trpc } from '../../lib/trpc.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { ExplainedButton } from './explained-button.tsx';
import { whyNoSettings } from './standing.ts';

/** Title, validity and pass score, of which review decides as of the rest. */
export function SettingsButton({ module }: { module: ModuleDetail }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <ExplainedButton variant="default" why={whyNoSettings(module)} onClick={() => setOpened(true)}>
        Settings
      </ExplainedButton>
      <FormDialog opened={opened} onClose={close} title="Settings of the module" size="md">
        <SettingsForm module={module} onClose={close} />
      </FormDialog>
    </>
  );
}

const Settings = z.object({
  title: CreateModule.shape.title,
  // An emptied number field is ''.
  validity_days: z.union([z.literal(''), z.int().min(1).max(36_500)], { error: 'Must be a whole number up to 36,500' }),
  pass_percent: z.int({ error: 'Must be a whole number from 0 to 100' }).min(0).max(100),
});
type Settings = z.output<typeof Settings>;

/** What the form holds while it is written. */
interface SettingsInput extends Record<string, unknown> {
  title: string;
  validity_days: '' | number;
  pass_percent: number;
}

function SettingsForm({ module, onClose }: { module: ModuleDetail; onClose: () => void }) {
  const utils = trpc.useUtils();
  const update = trpc.modules.update.useMutation();
  const initial: SettingsInput = {
    title: module.title,
    validity_days: module.validity_days ?? '',
    pass_percent: Math.round(module.pass_score * 100),
  };
  const { form, problem, onSubmit } = useContractForm<SettingsInput, Settings>(Settings, initial);
  const send = async ({ title, validity_days, pass_percent }: Settings) => {
    await update.mutateAsync({
      id: module.id,
      title,
      validity_days: validity_days === '' ? null : validity_days,
      pass_score: pass_percent / 100,
    });
    notify('The settings are saved.');
    void utils.courses.invalidate();
    await utils.modules.get.invalidate({ id: module.id });
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      failure="the settings were not saved"
      problem={problem}
      submitLabel="Save"
      isSubmitting={form.submitting}
    >
      <TextInput label="Title" autoComplete="off" data-autofocus {...form.getInputProps('title')} />
      <NumberInput
        label="A completion is valid for (days)"
        description="Empty: for ever. Otherwise it is to be renewed after that."
        min={1}
        max={36_500}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...form.getInputProps('validity_days')}
      />
      <NumberInput
        label="Pass score (%)"
        description="Of the questions, how many have to be right."
        min={0}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        {...form.getInputProps('pass_percent')}
      />
    </FormInDialog>
  );
}
