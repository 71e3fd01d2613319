import { type ElementProps, InputBase, type InputBaseProps } from '@mantine/core';

type TextLinesProps = InputBaseProps & ElementProps<'textarea', keyof InputBaseProps>;

/** A field of several lines that its styles let grow, if anything: Mantine's `Textarea` brings what measures words. */
export function TextLines(props: TextLinesProps) {
  return <InputBase component="textarea" multiline {...props} />;
}
