import { NativeSelect, Text, Textarea } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses';
import { QuerySection } from '@training/shared/reviews';
import { problemOf } from '../../../lib/problem.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useContractForm } from '../../../ui/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import type { Item } from '../../items/item-fields.ts';
import { SECTION_WORDS } from '../../modules/module-words.ts';
import { draftOf, useFieldDraft } from '../../../lib/use-draft.ts';

interface QueryFormProps {
  moduleId: string;
  section: SectionKind;
  /** The hash of the content that the reviewer looked at. */
  contentHash: string;
  /** The round that was shown. */
  round: number;
  items: Item[];
  itemId: string | undefined;
  /** The section was approved before: a query takes that back. */
  isApproved: boolean;
  /** Why it cannot be queried any more. */
  obstacle: string | null;
  onClose: () => void;
  /** Somebody changed the content meanwhile, so nothing was decided. */
  onStale: () => void;
}

interface QueryDialogProps extends Omit<QueryFormProps, 'section'> {
  opened: boolean;
  section: SectionKind;
}

/** Sends one section back to its authors, with what is to be changed. */
export function QueryDialog({ opened, ...form }: QueryDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title={`Query ${SECTION_WORDS[form.section].the}?`}>
      <QueryForm {...form} />
    </FormDialog>
  );
}

function QueryForm(props: QueryFormProps) {
  const { moduleId, section, contentHash, round, items, itemId, isApproved, obstacle, onClose, onStale } = props;
  const words = SECTION_WORDS[section];
  const draftKey = ['query', moduleId, section, itemId].join(' ');
  const utils = trpc.useUtils();
  const query = trpc.reviews.query.useMutation();
  const initial: QuerySection = {
    module_id: moduleId,
    section,
    round,
    content_hash: contentHash,
    comment: draftOf(draftKey) ?? '',
    item_id: itemId,
  };
  const { form, problem, onSubmit } = useContractForm(QuerySection, initial);
  const { comment } = form.values;
  // What was typed outlives Escape; only Cancel drops it.
  const forget = useFieldDraft(draftKey, comment);
  const send = async (values: QuerySection) => {
    try {
      await query.mutateAsync(values);
    } catch (error) {
      if (problemOf(error).code === 'stale_revision') onStale();
      throw error;
    }
    forget();
    await utils.modules.get.invalidate({ id: moduleId });
    onClose();
  };
  const cancel = () => {
    forget();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={cancel}
      obstacle={form.submitting || query.isSuccess ? null : obstacle}
      failure="the section was not queried"
      problem={problem}
      submitLabel={`Query ${words.title.toLowerCase()}`}
      isSubmitting={form.submitting}
    >
      <Text>
        Only {words.the} unlocks: its trainers change it or answer, and submit it again.
        {isApproved && ' Its approval is taken back.'}
      </Text>
      <NativeSelect
        label="About"
        data={[
          { value: '', label: `All of ${words.the}` },
          ...items.map((item, index) => ({ value: item.id, label: optionOf(words.item, item, index) })),
        ]}
        value={form.values.item_id ?? ''}
        onChange={({ currentTarget }) => form.setFieldValue('item_id', currentTarget.value || undefined)}
      />
      <Textarea
        label="What has to change"
        description="Shown to the authors beside the content, and kept in the audit log."
        rows={5}
        required
        data-autofocus
        {...form.getInputProps('comment')}
      />
    </FormInDialog>
  );
}

/** How much of a card or question stands in the list of them, in characters. */
const EXCERPT = 60;

function optionOf(word: string, item: Item, index: number): string {
  const text = 'kind' in item ? item.prompt : item.front;
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${index + 1}: ${excerpt}`;
}
