import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { ariaKeys, keyCaps } from '../../lib/shortcuts.ts';
import { PALETTE_KEYS } from './groups.ts';
import classes from './search-button.module.css';

/** Opens the palette by mouse or touch. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(PALETTE_KEYS)}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.words}>Search</span>
      <Kbd size="xs" className={classes.keys} aria-hidden>
        {keyCaps(PALETTE_KEYS).join(' ')}
      </Kbd>
    </UnstyledButton>
  );
}
