import { Text } from '@mantine/core';
import classes from './quotation.module.css';

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
