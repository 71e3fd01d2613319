import { ActionIcon, Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconEye, IconPencil, IconPencilExclamation, IconQuote, IconTrash, IconX } from '@tabler/icons-react';
import type { ItemSource, SectionKind } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import type { ItemMedia } from '@training/shared/courses/media';
import { HttpUrl } from '@training/shared/primitives';
import type { FieldError } from '@training/shared/problem';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { MediaList } from '../../../ui/media.tsx';
import { itemElementIdOf } from '../../items/item-anchor.ts';
import { ItemSourceNote } from '../../items/item-source.tsx';
import { removeDraftItem, removeDraftItemSource, replaceDraftItem } from '../drafts/edits.ts';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';
import { useDraftItemValue } from '../drafts/use-section-drafts.ts';
import { focusItemName, itemNameElementIdOf } from '../item-focus.ts';
import { itemNameInTextOf, itemNameOf } from '../module-words.ts';
import shared from '../modules.module.css';
import classes from './editor.module.css';
import { MarkdownField, findTextLengthProblem } from './markdown-field.tsx';
import { MediaFields } from './media-fields.tsx';
import { ConcurrentWriterMark } from './writer-mark.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

const NOTHING: ItemSource = { quote: '', name: '', url: null, suggestion_id: null };

interface SourceFieldsProps {
  /** The element id, referenced by the toggle button. */
  id: string;
  /** The item's name within a sentence: "card 3". */
  about: string;
  source: ItemSource | undefined;
  /** Receives undefined if all fields are empty. */
  onChange: (source: ItemSource | undefined) => void;
  onRemove: () => void;
}

/**
 * The quote that an item is based on and its source (rules/courses-and-modules 8), for checking or updating the item.
 */
function SourceFields({ id, about, source, onChange, onRemove }: SourceFieldsProps) {
  const { quote, name: title } = source ?? NOTHING;
  const change = (part: Partial<ItemSource>) => {
    const next = { ...(source ?? NOTHING), ...part };
    const isEmpty = next.quote === '' && next.name === '' && next.url === null && next.suggestion_id === null;
    onChange(isEmpty ? undefined : next);
  };
  return (
    <fieldset id={id} className={classes.sourceFields}>
      <VisuallyHidden component="legend">{t('sourceOf', { about })}</VisuallyHidden>
      <MarkdownField
        label={t('sourcePassageWordWord')}
        name={t('passageOf', { about })}
        value={quote}
        max={CONTENT_LIMITS.quote}
        isPreviewed={false}
        onChange={(text) => change({ quote: text })}
      />
      <div className={shared.sides}>
        <TextInput
          label={t('location')}
          aria-label={t('locationOf', { about })}
          placeholder={t('fireSafetyHandbookPage')}
          value={title}
          error={findTextLengthProblem(title, CONTENT_LIMITS.sourceName)}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <LinkField about={about} url={source?.url ?? null} onChange={(url) => change({ url })} />
      </div>
      {source !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={15} aria-hidden />}
          aria-label={t('removeSourceOf', { about })}
          onClick={onRemove}
        >
          {t('removeSource')}
        </Button>
      )}
    </fieldset>
  );
}

interface LinkFieldProps {
  about: string;
  url: string | null;
  onChange: (url: string | null) => void;
}

/**
 * Keeps an incomplete link locally, because the server accepts only complete ones. The error is shown only after
 * leaving the field.
 */
function LinkField({ about, url, onChange }: LinkFieldProps) {
  const [halfWritten, setHalfWritten] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const { error } = HttpUrl.safeParse(halfWritten);
  const isWrong = url === null && wasLeft && halfWritten !== '';
  return (
    <TextInput
      label={t('link')}
      aria-label={t('linkOf', { about })}
      type="url"
      placeholder={t('linkExample')}
      value={url ?? halfWritten}
      error={isWrong && t('notSavedBecause', { reason: error?.issues[0]?.message ?? '' })}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget: { value } }) => {
        const link = value.trim();
        const isWhole = HttpUrl.safeParse(link).success;
        setHalfWritten(isWhole ? '' : value);
        onChange(isWhole ? link : null);
      }}
    />
  );
}

/** The item to edit, and the elements that its list adds to the frame. */
export interface ItemEditorProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  id: string;
  /** The item's index, from 0. */
  index: number;
  handle: ReactNode;
  comments: ReactNode;
}

/** Props of an item's fields. */
export interface ItemFieldsProps<Item extends AnyItem> {
  item: Item;
  /** The item's name: "Card 3", and within a sentence: "card 3". */
  name: string;
  about: string;
  isPreviewed: boolean;
  onChange: (item: Item) => void;
}

interface ItemFrameProps<Item extends AnyItem> extends ItemEditorProps<Item> {
  section: SectionKind;
  problemsOf: (item: Item) => FieldError[];
  /** Content next to the name, such as the kind of a question. */
  beside?: (fields: ItemFieldsProps<Item>) => ReactNode;
  children: (fields: ItemFieldsProps<Item>) => ReactNode;
}

/** The common frame of cards and questions. */
export function ItemFrame<Item extends AnyItem>(props: ItemFrameProps<Item>) {
  const { draft, id, index, handle, comments, section, problemsOf, beside, children } = props;
  const item = useDraftItemValue(draft, id);
  const [isPreviewed, setPreviewed] = useState(false);
  const [isSourceOpen, setSourceOpen] = useState(false);
  if (item === undefined) return null;
  const name = itemNameOf(section, index + 1);
  const about = itemNameInTextOf(section, index + 1);
  const fields = { item, name, about, isPreviewed, onChange: (next: Item) => replaceDraftItem(draft, next) };
  const verb = isPreviewed ? t('edit') : t('preview');
  const Icon = isPreviewed ? IconPencil : IconEye;
  const sourceId = `${itemElementIdOf(id)}-source`;
  const areSourceFieldsShown = isSourceOpen && !isPreviewed;
  return (
    <div id={itemElementIdOf(id)} className={classes.item}>
      <div className={classes.itemHead}>
        {handle}
        <Text fw={600} id={itemNameElementIdOf(id)} tabIndex={-1} className={classes.itemName}>
          {name}
        </Text>
        {beside !== undefined && <div className={classes.beside}>{beside(fields)}</div>}
        <Group gap={4} wrap="nowrap" ms="auto">
          {!isPreviewed && (
            <Button
              size="compact-sm"
              variant={isSourceOpen ? 'light' : 'subtle'}
              color="gray"
              leftSection={<IconQuote size={15} aria-hidden />}
              classNames={{ section: classes.buttonIcon }}
              aria-label={t('sourceOf', { about: name })}
              aria-expanded={isSourceOpen}
              aria-controls={isSourceOpen ? sourceId : undefined}
              onClick={() => {
                // Synchronous, so that keys pressed right after go into the field.
                flushSync(() => setSourceOpen(!isSourceOpen));
                if (!isSourceOpen) focusFirstField(sourceId);
              }}
            >
              <span className={classes.previewWord}>{t('source')}</span>
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<Icon size={15} aria-hidden />}
            classNames={{ section: classes.buttonIcon }}
            aria-label={t(isPreviewed ? 'editItem' : 'previewItem', { name })}
            onClick={() => setPreviewed(!isPreviewed)}
          >
            <span className={classes.previewWord}>{verb}</span>
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removeItem', { name })}
            onClick={({ currentTarget }) => {
              const section = currentTarget.closest('section');
              const neighbour = removeDraftItem(draft, id, name, () => focusItemName(id));
              if (neighbour === undefined) section?.querySelector<HTMLElement>('h2')?.focus();
              else focusItemName(neighbour);
            }}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      <ConcurrentWriterMark draft={draft} id={id} name={name} />
      {isPreviewed ? (
        <>
          {children(fields)}
          <MediaList shown={item.media ?? []} />
        </>
      ) : (
        <MediaFields
          item={item}
          about={about}
          onChange={(change) => {
            const now = draft.readItem(id);
            if (now !== undefined) replaceDraftItem(draft, withMedia(now, change(now.media ?? [])));
          }}
        >
          {children(fields)}
        </MediaFields>
      )}
      {areSourceFieldsShown ? (
        <SourceFields
          id={sourceId}
          about={about}
          source={item.source}
          onChange={(source) => replaceDraftItem(draft, { ...item, source })}
          onRemove={() => {
            removeDraftItemSource(draft, id, about);
            focusFirstField(sourceId);
          }}
        />
      ) : (
        item.source !== undefined && <ItemSourceNote source={item.source} />
      )}
      <Missing problems={problemsOf(item)} />
      {comments}
    </div>
  );
}

/** An item without media has no list of them, as it was before. */
function withMedia<Item extends AnyItem>(item: Item, media: ItemMedia[]): Item {
  return { ...item, media: media.length > 0 ? media : undefined };
}

function focusFirstField(id: string): void {
  document.querySelector<HTMLElement>(`#${id} textarea`)?.focus();
}

/** The problems of an item that block its submission, but not saving. */
function Missing({ problems }: { problems: FieldError[] }) {
  if (problems.length === 0) return null;
  return (
    <Text className={classes.missing} size="xs" component="div">
      <IconPencilExclamation size={15} aria-hidden />
      <span>{t('stillMissing', { problems: problems.map(({ message }) => message).join(' · ') })}</span>
    </Text>
  );
}
