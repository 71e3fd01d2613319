import { Stack, TextInput } from '@mantine/core';
import { AddWebhook, ChosenType } from '@training/shared/webhooks';
import { z } from 'zod';
import { trpc } from '../../lib/trpc.ts';
import { draftOf, useFieldDraft } from '../../lib/use-draft.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { FormInDialog } from '../../ui/form-dialog.tsx';
import { TypesField } from './types-field.tsx';

/** As the contract has it; a field that holds nothing says that there is no description. */
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
  /** By which what was typed is found again after Escape. */
  draft: string;
  /** What the endpoint has; absent for a new one. */
  saved?: Values;
  /** What follows from another address. */
  addressHint?: string | undefined;
  /** Completes "… was not done". */
  failure: string;
  submitLabel: string;
  onSend: (values: WebhookValues) => Promise<void>;
  onClose: () => void;
}

/** Where events are sent, what for, and which. */
export function WebhookForm(props: WebhookFormProps) {
  const { draft, saved = EMPTY, addressHint, failure, submitLabel, onSend, onClose } = props;
  const { form, problem, onSubmit } = useContractForm(WebhookValues, draftedFrom(draft, saved));
  const isHttpTaken = trpc.webhooks.list.useQuery().data?.http_allowed ?? false;
  const forget = useDrafts(draft, form.values, saved);
  const send = async (values: WebhookValues) => {
    await onSend(values);
    forget();
  };
  const cancel = () => {
    forget();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={cancel}
      failure={failure}
      problem={problem}
      submitLabel={submitLabel}
      isSubmitting={form.submitting}
    >
      <Stack>
        <TextInput
          label="Address"
          description={addressHint ?? `Where your system takes a POST${isHttpTaken ? '' : ', with https'}.`}
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
          description="What it is for, as this page calls it. May stay empty."
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

function draftedFrom(draft: string, saved: Values): Values {
  const types = draftOf(`${draft} types`)?.split(' ');
  return {
    url: draftOf(`${draft} url`) ?? saved.url,
    description: draftOf(`${draft} description`) ?? saved.description,
    types: types === undefined ? saved.types : ChosenType.options.filter((type) => types.includes(type)),
  };
}

/** What was typed outlives Escape; only Cancel drops it. */
function useDrafts(draft: string, { url, description, types }: Values, saved: Values): () => void {
  const chosen = types.join(' ');
  const dropped = [
    useFieldDraft(`${draft} url`, url === saved.url ? '' : url),
    useFieldDraft(`${draft} description`, description === saved.description ? '' : description),
    useFieldDraft(`${draft} types`, chosen === saved.types.join(' ') ? '' : chosen),
  ];
  return () => {
    for (const drop of dropped) drop();
  };
}
