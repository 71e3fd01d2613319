import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface RowMenuProps {
  /** With the row's name in it, for whoever hears the buttons without the rows: "Actions for Ana Souza". */
  label: string;
  /** Stands beside other buttons, and not in a row. */
  isAmongButtons?: boolean;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** What can be done with a row, behind one button. */
export function RowMenu({ label, isAmongButtons = false, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" mt={isAmongButtons ? 0 : -6} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
