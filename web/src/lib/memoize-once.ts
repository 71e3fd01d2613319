/** Returns a function that makes a value when it is first asked for: formatters of `Intl` take milliseconds. */
export function memoizeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
