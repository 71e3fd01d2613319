import { NativeSelect, Text, Textarea } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import { QuerySection } from '@training/shared/reviews/reviews';
import { trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { submitByKey } from '../../../ui/forms/submit-by-key.ts';
import type { ModuleItem } from '../../items/item-fields.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

interface QueryFormProps {
  moduleId: string;
  section: SectionKind;
  /** The hash of the content that the reviewer saw. */
  contentHash: string;
  /** The round that the reviewer saw. */
  round: number;
  items: ModuleItem[];
  itemId: string | undefined;
  /** True if the section is approved; a query revokes that. */
  isApproved: boolean;
  /** The reason why it can't be queried any more. */
  obstacle: string | null;
  onClose: () => void;
  /** Called if the decision was refused: another user was first, or the content changed. */
  onRefused: (error: unknown) => void;
  onDecided: (section: SectionKind) => void;
}

interface QueryDialogProps extends Omit<QueryFormProps, 'section'> {
  opened: boolean;
  section: SectionKind;
}

/** Sends one section back to its authors, with the requested changes. */
export function RequestChangesDialog({ opened, ...form }: QueryDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={titleOf(form)}>
      <QueryForm {...form} />
    </FormDialog>
  );
}

/** Returns the title with the card, question or section that the reviewer chose. */
function titleOf({ section, items, itemId }: Omit<QueryDialogProps, 'opened'>): string {
  const at = items.findIndex(({ id }) => id === itemId);
  return at === -1 ? t('requestToSectionTitle', { section }) : t('requestToItemTitle', { section, place: at + 1 });
}

function QueryForm(props: QueryFormProps) {
  const { moduleId, section, contentHash, round, items, itemId, isApproved } = props;
  const { obstacle, onClose, onRefused, onDecided } = props;
  const utils = trpc.useUtils();
  const query = trpc.reviews.query.useMutation();
  const initial: QuerySection = {
    module_id: moduleId,
    section,
    round,
    content_hash: contentHash,
    comment: '',
    item_id: itemId,
  };
  const at = ['query', moduleId, section, itemId ?? 'all'] as const;
  const { form, inDialog } = useContractForm(QuerySection, initial, at);
  const choices = [
    { value: '', label: t('allOfSection', { section }) },
    ...items.map((item, index) => ({ value: item.id, label: optionOf(section, item, index) })),
  ];
  const send = async (values: QuerySection) => {
    try {
      await query.mutateAsync(values);
    } catch (error) {
      onRefused(error);
      throw error;
    }
    await utils.modules.get.invalidate({ id: moduleId });
    onClose();
    onDecided(section);
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      obstacle={form.submitting || query.isSuccess ? null : obstacle}
      failure={t('failedToRequestChanges')}
      submitLabel={t('requestChanges')}
    >
      <Text>
        {t('onlySectionUnlocks', { section })}
        {isApproved && ` ${t('approvalIsLost')}`}
      </Text>
      <NativeSelect
        label={t('about')}
        data={choices}
        // What doesn't fit is shown in a tooltip.
        title={choices.find(({ value }) => value === (form.values.item_id ?? ''))?.label}
        value={form.values.item_id ?? ''}
        onChange={({ currentTarget }) => form.setFieldValue('item_id', currentTarget.value || undefined)}
      />
      <Textarea
        label={t('whatHasToChange')}
        description={t('authorsSeeThis')}
        rows={5}
        onKeyDown={submitByKey}
        required
        data-autofocus
        {...form.getInputProps('comment')}
      />
    </FormInDialog>
  );
}

/** The number of characters of a card or question shown in the list. */
const EXCERPT = 60;

function optionOf(section: SectionKind, item: ModuleItem, index: number): string {
  const text = 'kind' in item ? item.prompt : item.front;
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  return t('itemExcerpt', { section, place: index + 1, excerpt });
}
