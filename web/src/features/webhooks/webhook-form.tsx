import { Stack, TextInput } from '@mantine/core';
import { AddWebhook, type ChosenType } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TypesField } from './types-field.tsx';

/** The contract's schema, with an empty description as null. */
const WebhookValues = AddWebhook.extend({
  description: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(AddWebhook.shape.description.unwrap()),
});
export type WebhookValues = z.infer<typeof WebhookValues>;

interface Values extends Record<string, unknown> {
  url: string;
  description: string;
  types: ChosenType[];
}

const EMPTY: Values = { url: '', description: '', types: [] };

interface WebhookFormProps {
  /** The endpoint to change with its values; absent for a new one. */
  endpoint?: { id: string; saved: Values };
  /** The consequence of changing the address. */
  addressHint?: string | undefined;
  /** Completes "… was not done". */
  failure: string;
  submitLabel: string;
  onSend: (values: WebhookValues) => Promise<void>;
  onClose: () => void;
}

/** The form for an endpoint's address, description and event types. */
export function WebhookForm(props: WebhookFormProps) {
  const { endpoint, addressHint, failure, submitLabel, onSend, onClose } = props;
  const at = ['webhook', endpoint?.id ?? 'new'] as const;
  const { form, problem, onSubmit, words } = useContractForm(WebhookValues, endpoint?.saved ?? EMPTY, at);
  const isHttpTaken = trpc.webhooks.list.useQuery().data?.http_allowed ?? false;
  return (
    <FormInDialog
      onSubmit={onSubmit(onSend)}
      onClose={onClose}
      words={words}
      failure={failure}
      problem={problem}
      submitLabel={submitLabel}
      isSubmitting={form.submitting}
    >
      <Stack>
        <TextInput
          label="Address"
          description={addressHint ?? `Where your system accepts POST requests${isHttpTaken ? '' : ' over HTTPS'}.`}
          placeholder="https://hr.example.com/webhooks/training"
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label="Description"
          description="What it’s for. Optional."
          placeholder="HR system"
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <TypesField
          value={form.values.types}
          error={form.errors['types']}
          onChange={(types) => form.setFieldValue('types', types)}
        />
      </Stack>
    </FormInDialog>
  );
}
