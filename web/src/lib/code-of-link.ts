let taken = '';

/**
 * Returns the code that the link to this page has after the #, and removes it from the address: it shouldn't stay in
 * the history. React may render a page several times before it shows it, so the code is returned each time.
 */
export function takeCodeFromUrl(): string {
  const found = location.hash.slice(1);
  if (found !== '') {
    taken = found;
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return taken;
}
