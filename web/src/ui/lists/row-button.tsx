import { Button, type ButtonProps } from '@mantine/core';

interface RowButtonProps extends ButtonProps {
  /** The accessible name, including the row's: "Edit Ana Souza". */
  'aria-label': string;
  onClick: () => void;
}

/** An unobtrusive button in a row, because a page has many of them. */
export function CompactRowButton(props: RowButtonProps) {
  return <Button size="compact-sm" variant="default" fw={500} mt={-2} {...props} />;
}
