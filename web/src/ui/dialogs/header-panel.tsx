import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './header-panel.module.css';

/** Props of the button that opens a panel. */
interface OpenerProps {
  popoverTarget: string;
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
}

interface HeaderPanelProps {
  label: string;
  /** Defaults to a panel below the header, at its end. */
  kind?: 'panel' | 'wide' | 'drawer';
  opener: (props: OpenerProps) => ReactNode;
  /** The content, rendered while the panel is open. */
  children: (close: () => void) => ReactNode;
}

/**
 * A button of the header and the panel that it opens. The panel is the browser's own popover, which closes on Escape
 * and on a press outside, and gives the focus back: Mantine's popovers and drawers would be loaded on every page.
 */
export function HeaderPanel({ label, kind = 'panel', opener, children }: HeaderPanelProps) {
  const id = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);
  // Otherwise the panel would cover what has the focus. Its own button closes it by itself.
  const closeIfLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isLeft = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget);
    if (isLeft && relatedTarget.getAttribute('popovertarget') !== id) close();
  };
  return (
    <>
      {opener({ popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to what is in it */}
      <dialog
        ref={panel}
        id={id}
        popover="auto"
        aria-label={label}
        tabIndex={-1}
        className={classes.panel}
        data-kind={kind}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onBlur={closeIfLeft}
      >
        {isOpen && children(close)}
      </dialog>
    </>
  );
}
