import { Button, type ButtonProps } from '@mantine/core';

interface RowButtonProps extends ButtonProps {
  /** With the row's name in it, for whoever hears the buttons without the rows: "Edit Ana Souza". */
  'aria-label': string;
  onClick: () => void;
}

/** A quiet button in a row; there are many of them on a page. */
export function RowButton(props: RowButtonProps) {
  return <Button size="compact-sm" variant="default" fw={500} mt={-2} {...props} />;
}
