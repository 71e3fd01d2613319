import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ItemSource } from '@training/shared/courses/courses';
import { HttpUrl } from '@training/shared/primitives';
import { useState } from 'react';
import shared from '../modules.module.css';
import classes from './editor.module.css';
import { MarkdownField, tooLong } from './markdown-field.tsx';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

const NOTHING: ItemSource = { quote: '', name: '', url: null, suggestion_id: null };

interface SourceFieldsProps {
  /** The element id, referenced by the toggle button. */
  id: string;
  /** The item's name: "Card 3". */
  name: string;
  source: ItemSource | undefined;
  /** Receives undefined if all fields are empty. */
  onChange: (source: ItemSource | undefined) => void;
  onRemove: () => void;
}

/**
 * The quote that an item is based on and its source (rules/courses-and-modules 8), for checking or updating the item.
 */
export function SourceFields({ id, name, source, onChange, onRemove }: SourceFieldsProps) {
  const { quote, name: title } = source ?? NOTHING;
  const change = (part: Partial<ItemSource>) => {
    const next = { ...(source ?? NOTHING), ...part };
    const isEmpty = next.quote === '' && next.name === '' && next.url === null && next.suggestion_id === null;
    onChange(isEmpty ? undefined : next);
  };
  const of = name.toLowerCase();
  return (
    <fieldset id={id} className={classes.sourceFields}>
      <VisuallyHidden component="legend">Source of {of}</VisuallyHidden>
      <MarkdownField
        label="Source passage, word for word"
        name={`Source passage of ${of}`}
        value={quote}
        max={CONTENT_LIMITS.quote}
        isPreviewed={false}
        onChange={(text) => change({ quote: text })}
      />
      <div className={shared.sides}>
        <TextInput
          label="Location"
          aria-label={`Location of the source of ${of}`}
          placeholder="Fire safety handbook, page 12"
          value={title}
          error={tooLong(title, CONTENT_LIMITS.sourceName)}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <LinkField of={of} url={source?.url ?? null} onChange={(url) => change({ url })} />
      </div>
      {source !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={15} aria-hidden />}
          aria-label={`Remove source of ${of}`}
          onClick={onRemove}
        >
          Remove source
        </Button>
      )}
    </fieldset>
  );
}

interface LinkFieldProps {
  of: string;
  url: string | null;
  onChange: (url: string | null) => void;
}

/**
 * Keeps an incomplete link locally, because the server accepts only complete ones. The error is shown only after
 * leaving the field.
 */
function LinkField({ of, url, onChange }: LinkFieldProps) {
  const [halfWritten, setHalfWritten] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const { error } = HttpUrl.safeParse(halfWritten);
  const isWrong = url === null && wasLeft && halfWritten !== '';
  return (
    <TextInput
      label="Link"
      aria-label={`Link to the source of ${of}`}
      type="url"
      placeholder="https://"
      value={url ?? halfWritten}
      error={isWrong && `Not saved: ${error?.issues[0]?.message}`}
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
