import { type ElementProps, InputBase, type InputBaseProps } from '@mantine/core';

type TextLinesProps = InputBaseProps & ElementProps<'textarea', keyof InputBaseProps>;

/** A multi-line field that grows only by its styles. Mantine's `Textarea` would add code that measures text. */
export function MultilineField(props: TextLinesProps) {
  return <InputBase component="textarea" multiline {...props} />;
}
