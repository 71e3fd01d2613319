import { codePoints } from '@training/shared/primitives';
import { Markdown } from '../../../ui/texts/markdown.tsx';
import { TextLines } from '../../../ui/texts/text-lines.tsx';
import classes from './editor.module.css';

interface MarkdownFieldProps {
  /** "Front of card 3", as a screen reader hears it. */
  name: string;
  label: string;
  value: string;
  /** In code points; the server takes no more. */
  max: number;
  isPreviewed: boolean;
  rows?: number;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** A text in Markdown, or what it will look like. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { name, label, value, max, isPreviewed, rows = 2, placeholder, onChange } = props;
  if (isPreviewed) {
    return (
      <section className={classes.preview} aria-label={`${name}, preview`}>
        <div className={classes.previewLabel}>{label}</div>
        {value.trim() === '' ? <span className={classes.nothing}>Nothing yet</span> : <Markdown>{value}</Markdown>}
      </section>
    );
  }
  const excess = tooLong(value, max);
  return (
    <TextLines
      label={label}
      aria-label={name}
      classNames={{ wrapper: classes.growingFrame, input: classes.growing }}
      rows={rows}
      placeholder={placeholder}
      value={value}
      error={excess}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Why a text is not taken; null where it is. */
export function tooLong(value: string, max: number): string | null {
  // A text with no more UTF-16 units has no more characters either.
  if (value.length <= max || codePoints(value) <= max) return null;
  return `Must have at most ${max.toLocaleString()} characters; it has ${codePoints(value).toLocaleString()}`;
}
