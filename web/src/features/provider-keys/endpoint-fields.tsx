import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { CONTEXT_WINDOW_TOKENS, type EndpointModels } from '@training/shared/provider-keys/model-endpoints';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { renderFieldError } from '../../ui/forms/contract-form.ts';
import { SecretField } from '../../ui/forms/secret-field.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');

type Models = EndpointModels['models'];
const NOTHING_LISTED: EndpointModels = { models: [], left_out: 0 };

interface EndpointFieldsProps {
  values: { base_url: string; model: string; key: string | null; context_tokens: number };
  inputProps: (path: string) => object;
  /** The stored key that is used while the field is empty; null if there is none. */
  stored: { id: string } | null;
  onChange: (values: { model?: string; context_tokens?: number }) => void;
  onErrors: (errors: Record<string, ReactNode>) => void;
}

/** Fields of an endpoint. The server lists its models, because a browser may not reach it. */
export function EndpointFields({ values, inputProps, stored, onChange, onErrors }: EndpointFieldsProps) {
  const [problem, setProblem] = useState<DisplayableProblem | null>(null);
  const list = trpc.providerKeys.listModels.useMutation({ ...SLOW_QUERY_OPTIONS, gcTime: 0 });
  const { base_url: baseUrl, key, context_tokens: tokens } = values;
  const { models, left_out: leftOut } = list.data ?? NOTHING_LISTED;
  const choose = (model: string, from: Models) => {
    const size = from.find(({ id }) => id === model)?.context_tokens;
    const fits = size && Math.min(Math.max(size, CONTEXT_WINDOW_TOKENS.least), CONTEXT_WINDOW_TOKENS.most);
    onChange({ model, ...(fits && { context_tokens: fits }) });
  };
  const ask = () => {
    setProblem(null);
    onErrors({});
    list.mutate(
      { base_url: baseUrl, key: key || (stored ? null : ''), id: stored?.id ?? null },
      {
        onSuccess: ({ models: found }) => {
          const isListed = found.some(({ id }) => id === values.model);
          if (!isListed && found[0]) choose(found[0].id, found);
        },
        onError: (error) => {
          const found = toDisplayableProblem(error);
          onErrors(Object.fromEntries(found.errors.map((field) => [field.path, renderFieldError(field)])));
          setProblem(found.errors.length > 0 ? null : found);
        },
      },
    );
  };
  return (
    <>
      <TextInput label={t('name')} description={t('nameExplained')} autoComplete="off" {...inputProps('name')} />
      <TextInput
        label={t('baseUrl')}
        description={t('baseUrlExplained')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('base_url')}
      />
      <SecretField
        label={t('key')}
        description={stored ? t('leaveEmptyForStoredKey') : t('leaveEmptyForNoKey')}
        {...inputProps('key')}
      />
      <ModelField models={models} inputProps={inputProps} onChoose={(id) => choose(id, models)} />
      <Group gap="xs">
        <Button variant="default" size="xs" loading={list.isPending} disabled={baseUrl.trim() === ''} onClick={ask}>
          {t('listModels')}
        </Button>
        <output>
          {list.isSuccess && (
            <Text size="sm">
              {t('modelsListed', { count: models.length })}
              {leftOut > 0 && ` ${t('modelsLeftOut', { count: leftOut })}`}
            </Text>
          )}
        </output>
      </Group>
      {problem !== null && <FailedState what={t('failedToListModels')} problem={problem} />}
      <NativeSelect
        label={t('contextWindow')}
        description={t('contextWindowExplained')}
        data={sizesWith(tokens).map((size) => ({ value: String(size), label: t('tokenCount', { count: size }) }))}
        {...inputProps('context_tokens')}
        value={tokens}
        onChange={({ currentTarget }) => onChange({ context_tokens: Number(currentTarget.value) })}
      />
    </>
  );
}

/** Usual sizes of a context window, and the given one. */
const sizesWith = (size: number): number[] =>
  [...new Set([...[8, 16, 32, 64, 128, 256, 1_024].map((thousands) => thousands * 1_024), size])].toSorted(
    (one, other) => one - other,
  );

interface ModelFieldProps {
  /** Models that the endpoint lists; empty before it was asked. */
  models: Models;
  inputProps: (path: string) => object;
  onChoose: (id: string) => void;
}

/** A choice of the listed models, or a text field for another one. */
function ModelField({ models, inputProps, onChoose }: ModelFieldProps) {
  const [isTyped, setTyped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTyped) field.current?.focus();
  }, [isTyped]);
  const [shown, setShown] = useState(models);
  if (shown !== models) {
    setShown(models);
    setTyped(false);
  }
  if (models.length > 0 && !isTyped) {
    return (
      <NativeSelect
        label={t('model')}
        data={[...models.map(({ id }) => ({ value: id, label: id })), { value: '', label: t('anotherModel') }]}
        {...inputProps('model')}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === '') setTyped(true);
          onChoose(currentTarget.value);
        }}
      />
    );
  }
  return (
    <TextInput
      label={t('model')}
      description={t('modelIdExplained')}
      ref={field}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...inputProps('model')}
    />
  );
}
