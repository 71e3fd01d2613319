import { Stack, TextInput, Button, Checkbox, Code, Group, Input } from '@mantine/core';
import { AddWebhook, SubscribableEventType } from '@training/shared/webhooks/webhooks';
import { z } from 'zod';
import { EVENT_TYPE_GROUPS, exampleWebhookPayloadOf } from '@training/shared/webhooks/webhook-payloads';
import { type ReactNode, useId } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import classes from './webhooks.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('webhooks');

/** The contract's schema, with an empty description as null. */
const WebhookFormValues = AddWebhook.extend({
  description: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(AddWebhook.shape.description.unwrap()),
});
export type WebhookFormValues = z.infer<typeof WebhookFormValues>;

type Values = z.input<typeof WebhookFormValues>;

const EXAMPLE_URL = 'https://hr.example.com/webhooks/training';
const EMPTY: Values = { url: '', description: '', types: [] };

interface WebhookFormProps {
  /** The endpoint to change with its values; absent for a new one. */
  endpoint?: { id: string; saved: Values };
  /** The consequence of changing the address. */
  addressHint?: string | undefined;
  /** Completes "… was not done". */
  failure: string;
  submitLabel: string;
  onSend: (values: WebhookFormValues) => Promise<void>;
  onClose: () => void;
}

/** The form for an endpoint's address, description and event types. */
export function WebhookForm(props: WebhookFormProps) {
  const { endpoint, addressHint, failure, submitLabel, onSend, onClose } = props;
  const at = ['webhook', endpoint?.id ?? 'new'] as const;
  const { form, inDialog } = useContractForm(WebhookFormValues, endpoint?.saved ?? EMPTY, at);
  const isHttpTaken = trpc.webhooks.list.useQuery().data?.http_allowed ?? false;
  const hint = t('addressHint', { http: isHttpTaken ? 'yes' : 'no' });
  return (
    <FormInDialog {...inDialog(onSend)} onClose={onClose} failure={failure} submitLabel={submitLabel}>
      <Stack>
        <TextInput
          label={t('address')}
          description={addressHint ?? hint}
          placeholder={EXAMPLE_URL}
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t('description')}
          description={t('descriptionHint')}
          placeholder={t('hrSystem')}
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

interface TypesFieldProps {
  value: SubscribableEventType[];
  error: ReactNode;
  onChange: (types: SubscribableEventType[]) => void;
}

/** Selects event types by group, each with its description and an example payload. */
function TypesField({ value, error, onChange }: TypesFieldProps) {
  const id = useId();
  const set = (types: readonly SubscribableEventType[], isOn: boolean) =>
    onChange(SubscribableEventType.options.filter((type) => (types.includes(type) ? isOn : value.includes(type))));
  const isAll = value.length === SubscribableEventType.options.length;
  return (
    <fieldset className={classes.types} aria-describedby={error ? `${id}-error` : undefined}>
      <Group component="legend" justify="space-between" gap="xs" w="100%">
        <span>{t('events')}</span>
        <Button size="compact-sm" variant="default" fw={500} onClick={() => set(SubscribableEventType.options, !isAll)}>
          {isAll ? t('clearAll') : t('selectAll')}
        </Button>
      </Group>
      {error && (
        <Input.Error id={`${id}-error`} mb="xs">
          {error}
        </Input.Error>
      )}
      <Stack gap="sm">
        {EVENT_TYPE_GROUPS.map(({ group, types }) => {
          const chosen = types.filter((type) => value.includes(type)).length;
          return (
            <fieldset key={group} className={classes.group}>
              <legend className={classes.legend}>
                <Checkbox
                  label={t(`group.${group}`)}
                  fw={600}
                  checked={chosen === types.length}
                  indeterminate={chosen > 0 && chosen < types.length}
                  aria-invalid={error ? true : undefined}
                  onChange={({ currentTarget }) => set(types, currentTarget.checked)}
                />
              </legend>
              {types.map((type) => (
                <div key={type} className={classes.type}>
                  <Checkbox
                    label={<Code className={classes.code}>{type}</Code>}
                    description={<InWords>{t(`type.${type}`)}</InWords>}
                    checked={value.includes(type)}
                    onChange={({ currentTarget }) => set([type], currentTarget.checked)}
                  />
                  <Example type={type} />
                </div>
              ))}
            </fieldset>
          );
        })}
      </Stack>
    </fieldset>
  );
}

function Example({ type }: { type: SubscribableEventType }) {
  return (
    <details className={classes.example}>
      <summary aria-label={t('exampleOf', { type })}>{t('example')}</summary>
      <Code block className={classes.body}>
        {JSON.stringify(exampleWebhookPayloadOf(type), null, 2)}
      </Code>
    </details>
  );
}

/** Formats field names, which the texts have between backticks. */
function InWords({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // Parts of a fixed text.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
