import classes from './quotation.module.css';
import { type ElementProps, InputBase, type InputBaseProps, Text } from '@mantine/core';

/** A quote of a user in any language. */
export function Quotation({ title, children }: { title?: string; children: string }) {
  return (
    <figure className={classes.quotation}>
      {title !== undefined && (
        <Text component="figcaption" size="xs" c="dimmed">
          {title}
        </Text>
      )}
      <blockquote dir="auto">{children}</blockquote>
    </figure>
  );
}

type TextLinesProps = InputBaseProps & ElementProps<'textarea', keyof InputBaseProps>;

/** A multi-line field that grows only by its styles. Mantine's `Textarea` would add code that measures text. */
export function TextLines(props: TextLinesProps) {
  return <InputBase component="textarea" multiline {...props} />;
}
