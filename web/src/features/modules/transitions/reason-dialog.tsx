import { Text, Textarea } from '@mantine/core';
import { ModuleRefWithReason } from '@training/shared/reviews/reviews';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  moduleId: string;
  /** A question that names the module. */
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** Completes "… failed": "the module was not rejected". */
  failure: string;
  submitLabel: string;
  danger?: boolean;
  /** The reason why it isn't possible any more. */
  obstacle?: string | null;
  send: (values: ModuleRefWithReason) => Promise<unknown>;
}

/** Asks for the reason of a transition. */
export function TransitionReasonDialog({ opened, onClose, title, ...form }: ReasonDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={title}>
      <ReasonForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function ReasonForm(props: Omit<ReasonDialogProps, 'opened' | 'title'>) {
  const { onClose, moduleId, children, failure, submitLabel, danger = false, obstacle = null, send } = props;
  const [isSent, setSent] = useState(false);
  const utils = trpc.useUtils();
  const given = { module_id: moduleId, reason: '' };
  const { form, inDialog } = useContractForm(ModuleRefWithReason, given, ['reason', submitLabel, moduleId]);
  const sendAndClose = async (values: ModuleRefWithReason) => {
    await send(values);
    setSent(true);
    await utils.modules.get.invalidate({ id: moduleId });
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(sendAndClose)}
      onClose={onClose}
      obstacle={form.submitting || isSent ? null : obstacle}
      failure={failure}
      submitLabel={submitLabel}
      danger={danger}
    >
      <Text component="div">{children}</Text>
      <Textarea
        label={t('reason')}
        description={t('keptAuditLogShown')}
        rows={4}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormInDialog>
  );
}
