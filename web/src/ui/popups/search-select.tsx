/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of options beside the field that searches it has no tags */
import { CloseButton, TextInput } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Choice, type ChoiceGroup, findMatchingChoices } from './choices.ts';
import { placePopup } from './place-popup.ts';
import classes from './popups.module.css';

interface SearchSelectProps {
  /** Its label, or its accessible name if `isNameHidden`. */
  label: string;
  isNameHidden?: boolean;
  description?: string;
  placeholder?: string;
  error?: ReactNode;
  readOnly?: boolean;
  choices: ChoiceGroup[];
  /** The most choices shown. Typing more narrows them down. */
  limit?: number;
  /** True if the choices are already those that match the typed text. */
  isFiltered?: boolean;
  /** True if Enter takes the first choice once something is typed. */
  takesFirst?: boolean;
  /** Shown if there are no choices. */
  nothing: string;
  value: string | null;
  /** Receives null if the value is chosen again, unless it `isRequired`. */
  onChange: (value: string | null) => void;
  isRequired?: boolean;
  /** The name of a button that removes the value. */
  clearLabel?: string;
  /** Receives the typed text; empty once something was chosen or the field was left. */
  onSearch?: (search: string) => void;
}

/**
 * A field that searches choices in a list below it. The list is the browser's own popover: Mantine's needs 25 kB of
 * code for its position. The focus stays in the field, and the arrow keys move through the list.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { label, isNameHidden = false, description, placeholder, error, readOnly = false, choices, limit } = props;
  const { isFiltered = false, takesFirst = false, nothing, value, onChange, isRequired = false, clearLabel } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [reached, setReached] = useState<string | null>(null);
  const known = choices.flatMap(({ items }) => items).find((each) => each.value === value);
  const shown =
    typed === null || isFiltered ? findMatchingChoices(choices, '', limit) : findMatchingChoices(choices, typed, limit);
  const flat = shown.flatMap(({ items }) => items);
  const reachedAt = flat.findIndex((each) => each.value === reached);
  const activeAt = reachedAt === -1 && takesFirst && typed !== null && typed !== '' ? 0 : reachedAt;
  const active = flat[activeAt];
  const optionId = (of: Choice) => `${id}-${flat.indexOf(of)}`;

  useLayoutEffect(() => {
    const list = popup.current;
    if (!isOpen || list === null || field.current === null) return;
    list.showPopover();
    const stop = placePopup(list, field.current, 'both');
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    return stop;
  }, [isOpen]);
  const activeId = isOpen && active !== undefined ? optionId(active) : undefined;
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const search = (text: string | null) => {
    if (text === typed) return;
    setTyped(text);
    props.onSearch?.(text ?? '');
  };
  const open = () => {
    if (!readOnly) setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setReached(null);
    search(null);
  };
  const choose = (chosen: Choice) => {
    close();
    if (chosen.value !== value) onChange(chosen.value);
    else if (!isRequired) onChange(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      open();
      const step = key === 'ArrowDown' ? 1 : -1;
      const at = activeAt === -1 && step === -1 ? flat.length : activeAt;
      setReached(flat[(at + step + flat.length) % flat.length]?.value ?? null);
    } else if (key === 'Enter' && isOpen && (active !== undefined || typed !== null)) {
      // An unfinished search must not send the form.
      event.preventDefault();
      if (active !== undefined) choose(active);
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return (
    <>
      <TextInput
        ref={field}
        {...(isNameHidden ? { 'aria-label': label } : { label })}
        description={description}
        placeholder={placeholder}
        // What doesn't fit is shown in a tooltip.
        title={known === undefined ? placeholder : known.label}
        error={error}
        readOnly={readOnly}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        // Escape closes the list, not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        value={typed ?? known?.label ?? ''}
        onChange={({ currentTarget }) => {
          open();
          setReached(null);
          search(currentTarget.value);
        }}
        onFocus={open}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
        rightSectionPointerEvents={clearLabel !== undefined && value !== null ? 'all' : 'none'}
        rightSection={
          clearLabel !== undefined && value !== null ? (
            <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange(null)} />
          ) : (
            <IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />
          )
        }
      />
      {isOpen && (
        <div ref={popup} popover="manual" className={classes.popup} data-list>
          {flat.length === 0 ? (
            <output className={classes.nothing}>{nothing}</output>
          ) : (
            <div id={`${id}-list`} role="listbox" aria-label={label}>
              {shown.map(({ group, items }) => (
                <Group key={group ?? ''} name={group}>
                  {items.map((each) => (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus
                    <div
                      key={each.value}
                      id={optionId(each)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={each.value === value}
                      data-active={each === active || undefined}
                      className={classes.option}
                      // The field keeps the focus.
                      onMouseDown={(event) => event.preventDefault()}
                      onClick={() => choose(each)}
                    >
                      {each.label}
                      {each.value === value && <IconCheck size={16} aria-hidden />}
                    </div>
                  ))}
                </Group>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Group({ name, children }: { name: string | undefined; children: ReactNode }) {
  if (name === undefined) return children;
  return (
    <div role="group" aria-label={name}>
      <div className={classes.group} aria-hidden>
        {name}
      </div>
      {children}
    </div>
  );
}
