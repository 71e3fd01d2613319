import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { placePopup } from './place-popup.ts';
import classes from './popups.module.css';

/** Props of the button that opens a menu. */
interface OpenerProps {
  id: string;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
}

interface MenuProps {
  opener: (props: OpenerProps) => ReactNode;
  /** The side of the button that the menu lines up with; defaults to `end`. */
  align?: 'start' | 'end';
  /** Its width in pixels; defaults to that of its items. */
  width?: number;
  /** `MenuItem`s. */
  children: ReactNode;
}

/**
 * A button and the menu that it opens. The menu is the browser's own popover, which closes on Escape and on a press
 * outside: Mantine's needs 20 kB of code for its position.
 */
export function Menu({ opener, align = 'end', width, children }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const openerId = `${id}-opener`;
  useLayoutEffect(() => {
    const anchor = document.getElementById(openerId);
    if (!isOpen || menu.current === null || anchor === null) return;
    const stop = placePopup(menu.current, anchor, align);
    itemsIn(menu.current)[0]?.focus({ preventScroll: true });
    return stop;
  }, [isOpen, align, openerId]);
  return (
    <>
      {opener({ id: openerId, popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-labelledby={openerId}
        tabIndex={-1}
        className={classes.popup}
        style={width === undefined ? undefined : { width }}
        onToggle={({ newState }) => flushSync(() => setOpen(newState === 'open'))}
        onKeyDown={moveByKey}
      >
        {isOpen && children}
      </div>
    </>
  );
}

const itemsIn = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** Moves the focus by arrow keys, Home, End or an item's first letter, and closes the menu on Tab. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event;
  const items = itemsIn(menu);
  const at = items.findIndex((each) => each === document.activeElement);
  // From there, the browser moves on to what follows the button.
  if (key === 'Tab') return closeMenu(menu);
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const begins = ({ textContent }: HTMLElement) => textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  const next =
    key === 'ArrowDown'
      ? after[0]
      : key === 'ArrowUp'
        ? items.at(at === -1 ? -1 : at - 1)
        : key === 'Home'
          ? items[0]
          : key === 'End'
            ? items.at(-1)
            : key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
              ? after.find(begins)
              : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Closes a menu, and gives the focus to the button that opened it, also in browsers that don't focus buttons. */
function closeMenu(menu: HTMLElement | null): void {
  menu?.hidePopover();
  const opener = menu?.getAttribute('aria-labelledby');
  if (opener) document.getElementById(opener)?.focus({ preventScroll: true });
}

interface MenuItemProps {
  icon?: ReactNode;
  /** True if it removes something. */
  isDanger?: boolean;
  /** The address of a file to download. */
  download?: string;
  /** Present in a menu of which one item is chosen. */
  isChosen?: boolean;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** An item of a menu, which closes the menu and then acts. */
export function MenuItem({ icon, isDanger = false, download, isChosen, onClick, children }: MenuItemProps) {
  const props = {
    className: classes.item,
    'data-danger': isDanger || undefined,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => {
      closeMenu(currentTarget.closest<HTMLElement>('[role="menu"]'));
      onClick?.();
    },
  };
  const content = (
    <>
      {icon}
      <span>{children}</span>
    </>
  );
  if (download !== undefined) {
    return (
      <a role="menuitem" {...props} href={download} download>
        {content}
      </a>
    );
  }
  const role = isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen };
  return (
    <button type="button" {...role} {...props}>
      {content}
    </button>
  );
}
