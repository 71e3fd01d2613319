import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu } from '../popups/menu.tsx';

interface RowMenuProps {
  /** The accessible name, including the row's: "Actions for Ana Souza". */
  label: string;
  /** True if it is next to other buttons, not in a row. */
  isAmongButtons?: boolean;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** The actions on a row, behind one button. */
export function RowMenu({ label, isAmongButtons = false, children }: RowMenuProps) {
  return (
    <Menu
      opener={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" size="lg" mt={isAmongButtons ? 0 : -6} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      )}
    >
      {children}
    </Menu>
  );
}
