import { Badge, Button, Group, Text, TextInput } from '@mantine/core';
import type { TranslatableTexts } from '@training/shared/translations/item-texts';
import type { TranslatedItem } from '@training/shared/translations/translations';
import { z } from 'zod';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { submitByKey } from '../../ui/forms/submit-by-key.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { MultilineField } from '../../ui/text-lines.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { diffWords, HighlightedDiff } from '../reviews/compare/highlighted-diff.tsx';
import {
  translatableFieldsOf,
  itemTextsOfValues,
  translationValuesOf,
  type TranslatableField,
  type TranslationValues,
} from './item-fields.ts';
import type { RejectedTranslation } from './reject-dialog.tsx';
import classes from './translations.module.css';
import { TRANSLATION_STATE_COLORS } from './variant-words.ts';

const t = translatorOf('translations');

interface TranslatedItemProps {
  named: { module_id: string; language: string };
  item: TranslatedItem;
  /** Place within its part, from 1. */
  place: number;
  mayAuthor: boolean;
  mayDecide: boolean;
  onReject: (decided: RejectedTranslation) => void;
}

const titleOf = ({ part }: TranslatedItem, place: number) =>
  part === 'title' ? t('field.title') : t(`item.${part}`, { place });

/** An item of a module beside its translation. */
export function TranslatedItemView(props: TranslatedItemProps) {
  const { named, item, place, mayAuthor, mayDecide, onReject } = props;
  const { state, working, approved } = item;
  const fields = translatableFieldsOf(item.source);
  const isEdited = mayAuthor && state !== 'in_review';
  const texts = working?.texts ?? approved?.texts;
  return (
    <Section
      title={titleOf(item, place)}
      description={<Facts item={item} />}
      actions={
        <Group gap="xs">
          <Badge variant="dot" color={TRANSLATION_STATE_COLORS[state]}>
            {t(`state.${state}`)}
          </Badge>
          {mayDecide && <Decisions named={named} item={item} place={place} onReject={onReject} />}
        </Group>
      }
    >
      <Rejection item={item} />
      <Earlier item={item} fields={fields} />
      {isEdited ? (
        <ItemForm key={working?.version ?? 0} named={named} item={item} fields={fields} place={place} />
      ) : (
        <ol className={classes.texts}>
          {fields.map((field) => (
            <li key={field.name} className={classes.pair}>
              <Source field={field} />
              <Translated
                label={field.label}
                text={translationValuesOf(texts, fields)[field.name] ?? ''}
                language={named.language}
              />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Facts({ item: { state, working, approved } }: { item: TranslatedItem }) {
  if (working?.generated === true) {
    return <>{t(state === 'draft' ? 'generatedToCheck' : 'generated', { name: working.saved.by })}</>;
  }
  const last = working?.saved ?? approved;
  if (last === null) return null;
  return (
    <>{t.nodes(working === null ? 'approvedBy' : 'savedBy', { name: last.by, at: () => <TimeAgo at={last.at} /> })}</>
  );
}

function Rejection({ item: { working } }: { item: TranslatedItem }) {
  if (!working?.rejected) return null;
  const { by, reason } = working.rejected;
  return (
    <Note color="orange" mb="sm" title={t('requestedChanges', { name: by })}>
      <Text dir="auto">{reason}</Text>
    </Note>
  );
}

/** Changes of the source since its translation was approved. */
function Earlier({ item: { earlier }, fields }: { item: TranslatedItem; fields: TranslatableField[] }) {
  if (earlier === null) return null;
  const before = new Map(translatableFieldsOf(earlier.source).map(({ name, source }) => [name, source]));
  const changed = fields.filter(({ name, source }) => before.get(name) !== source);
  return (
    <Note color="orange" mb="sm" title={t('sourceHasChanged')}>
      {changed.length === 0 && <Text>{t('answerHasChanged')}</Text>}
      {changed.map(({ name, label, source }) => (
        <div key={name}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <p dir="auto" className={classes.words}>
            <HighlightedDiff words={diffWords(before.get(name) ?? '', source)} />
          </p>
        </div>
      ))}
    </Note>
  );
}

function Source({ field: { label, source, isShort, isList } }: { field: TranslatableField }) {
  return (
    <div className={classes.side}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div dir="auto">
        {isShort || isList ? <p className={classes.words}>{source}</p> : <Markdown>{source}</Markdown>}
      </div>
    </div>
  );
}

function Translated({ label, text, language }: { label: string; text: string; language: string }) {
  return (
    <div className={classes.side}>
      <Text size="xs" c="dimmed">
        {t('translationOf', { label })}
      </Text>
      {text === '' ? (
        <Text c="dimmed">{t('nothingYet')}</Text>
      ) : (
        <div dir="auto" lang={language}>
          <Markdown>{text}</Markdown>
        </div>
      )}
    </div>
  );
}

const FormValues = z.record(z.string(), z.string());

interface ItemFormProps extends Pick<TranslatedItemProps, 'named' | 'item' | 'place'> {
  fields: TranslatableField[];
}

/** The fields of a translation. Without one, it begins with that of the earlier version. */
function ItemForm({ named, item, fields, place }: ItemFormProps) {
  const { part, item_id, source_hash, source, working, approved, earlier } = item;
  const utils = trpc.useUtils();
  const save = trpc.translations.save.useMutation();
  const begin: TranslatableTexts | undefined = working?.texts ?? approved?.texts ?? earlier?.texts;
  const { form, problem, onSubmit, storedInput } = useContractForm(FormValues, translationValuesOf(begin, fields), [
    'translation',
    named.module_id,
    named.language,
    part,
    item_id,
    source_hash,
  ]);
  const send = async (values: TranslationValues) => {
    const texts = itemTextsOfValues(source, values);
    await save.mutateAsync({ ...named, part, item_id, source_hash, version: working?.version ?? 0, texts });
    await utils.translations.get.invalidate(named);
  };
  const isNew = working === null && earlier !== null;
  return (
    <form noValidate onSubmit={onSubmit(send)} aria-label={t('translationOfItem', { item: titleOf(item, place) })}>
      <RestoredNotice storedInput={storedInput} />
      <ol className={classes.texts}>
        {fields.map((field) => (
          <li key={field.name} className={classes.pair}>
            <Source field={field} />
            <div className={classes.side}>
              {field.isShort ? (
                <TextInput
                  label={t('translationOf', { label: field.label })}
                  lang={named.language}
                  dir="auto"
                  {...form.getInputProps(field.name)}
                />
              ) : (
                <MultilineField
                  label={t('translationOf', { label: field.label })}
                  description={field.isList ? t('oneToALine') : undefined}
                  lang={named.language}
                  dir="auto"
                  rows={3}
                  classNames={{ input: classes.growing }}
                  onKeyDown={submitByKey}
                  {...form.getInputProps(field.name)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      {problem !== null && <FailedState what={t('failedToSave')} problem={problem} />}
      <Group mt="sm" justify="flex-end">
        <Button type="submit" variant="default" loading={form.submitting} disabled={!form.isDirty() && !isNew}>
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}

function Decisions({ named, item, place, onReject }: Omit<TranslatedItemProps, 'mayAuthor' | 'mayDecide'>) {
  const { part, item_id, source_hash, working } = item;
  const { translations } = trpc.useUtils();
  const approve = trpc.translations.approve.useMutation({ onSettled: () => translations.get.invalidate(named) });
  const decided = { part, item_id, source_hash, texts_hash: working?.texts_hash ?? '' };
  const label = titleOf(item, place);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('requestChangesTo', { item: label })}
        onClick={() => onReject(decided)}
      >
        {t('requestChanges')}
      </Button>
      <Button
        size="compact-sm"
        aria-label={t('approveItem', { item: label })}
        loading={approve.isPending}
        onClick={() => approve.mutate({ ...named, items: [decided] })}
      >
        {t('approve')}
      </Button>
      {approve.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert" size="sm">
          {toDisplayableProblem(approve.error).detail}
        </Text>
      )}
    </>
  );
}
