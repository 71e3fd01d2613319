/** Top-level domains that mark dotted words as a server name. */
const ENDINGS = new Set(
  (
    'com org net edu gov mil int info biz io ai app dev cloud online site shop xyz me tv cc co eu de at ch uk us fr es ' +
    'it pt nl be pl cz dk se no fi ru ua cn jp kr in br mx ca au nz za link page example test invalid'
  ).split(' '),
);

/** Removes the punctuation that a sentence puts after an address. */
function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && ".,;:!?'’»/_".includes(word[end - 1] ?? '')) end--;
  const short = word.slice(0, end);
  return short.startsWith('www.') ? short.slice(4) : short;
}

/** Maximum length of a server's name in the domain name system. */
const LONGEST_HOST = 253;

const hostOf = (address: string) => address.split(/[/?#]/, 1)[0] ?? '';

/** Returns true if a word is a dotted name that ends in a known top-level domain, starts with `www.` or has a path. */
function isServer(word: string): boolean {
  const host = hostOf(word);
  if (host.length > LONGEST_HOST) return false;
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label))) return false;
  const last = labels.at(-1) ?? '';
  return ENDINGS.has(last) || host.startsWith('www.') || (word.length > host.length && /^[a-z]{2,24}$/.test(last));
}

/** Web and email addresses in a text, in normalized spelling. Runs in linear time. */
export function findWebAndEmailAddresses(text: string): string[] {
  const found: string[] = [];
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s<>"“”„()[\]{}|*`,;]/u)) {
    const scheme = word.indexOf('://');
    if (scheme < 0 && !word.includes('.')) continue;
    if (scheme > 0) {
      found.push(trimmed(word.slice(scheme + 3)));
      continue;
    }
    const last = word.slice(word.lastIndexOf(':') + 1);
    const [person, server, more] = last.split('@');
    if (person && server?.includes('.') && more === undefined) found.push(trimmed(last));
    else
      found.push(
        ...word
          .split(':')
          .filter((each) => isServer(trimmed(each)))
          .map(trimmed),
      );
  }
  return found.filter((each) => each !== '');
}

/**
 * Returns a function that tests whether the source contains all addresses of a text. A page named by the source also
 * makes its server known.
 */
export function createKnownAddressChecker(source: string): (text: string) => boolean {
  const known = new Set(findWebAndEmailAddresses(source).flatMap((each) => [each, hostOf(each)]));
  return (text) => findWebAndEmailAddresses(text).every((each) => known.has(each));
}
