import { fold } from './words.ts';

/** Fewest digits of a telephone number; shorter ones are extensions and quantities. */
const FEWEST = 7;
const MOST = 16;

/** Runs of digits with the signs of telephone numbers and IP addresses between them. */
const RUN = /[+(]?\d[\d .()/-]{5,30}\d/g;
const ADDRESS = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])/g;
const ADDRESS_6 = /(?<![\w:])[\da-f]{1,4}:[\da-f:]{3,34}[\da-f](?![\w:])/gi;
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:19|20)\d\d ?[/-] ?(?:19|20)\d\d)\b/;

/** Words that announce a number to call, folded. */
const CALLS =
  /\b(?:call|calls|dial|ring|phone|tel|telephone|fax|hotline|mobile|extension|whatsapp|anruf|anrufen|ruf|rufen|ruft|nummer|telefon|durchwahl|wahlen|llame|llamar|llama|llaman|telefono|movil|numero|marque|zadzwon|dzwon|dzwonie|dzwoni|telefonu|numer|numerem|appelez|appeler|appelle|telephone|portable)\b/;

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Telephone numbers and IP addresses in a text, as written. */
export function contactsOf(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/[\u2010-\u2015]/g, '-');
  const addresses = [...(plain.match(ADDRESS) ?? []), ...(plain.match(ADDRESS_6) ?? [])].filter(
    (each) => each.includes('::') || each.split(/[.:]/).length > 3,
  );
  const isCalled = CALLS.test(fold(text));
  const numbers = (plain.match(RUN) ?? [])
    .map((each) => each.trim())
    .filter((each) => !addresses.includes(each) && isNumberToCall(each, isCalled));
  return [...new Set([...addresses, ...numbers])];
}

function isNumberToCall(written: string, isCalled: boolean): boolean {
  const { length } = digitsOf(written);
  if (length < FEWEST || length > MOST || DATE.test(written)) return false;
  if (/^[+(]|^00/.test(written)) return true;
  const groups = written.split(/[ .()/-]+/).filter((each) => each !== '');
  // Could be a large quantity such as 912 345 678, unless somebody shall call it.
  if (groups.length > 1 && groups.slice(1).every((each) => each.length === 3) && (groups[0] ?? '').length <= 3)
    return isCalled || written.startsWith('0');
  return groups.length > 2 || written.startsWith('0') || isCalled;
}

/** Returns a function that lists the telephone numbers and IP addresses of a text that the source lacks. */
export function findUnknownContacts(source: string): (text: string) => string[] {
  const known = digitsOf(source);
  return (text) => contactsOf(text).filter((each) => !known.includes(digitsOf(each)) && !source.includes(each));
}
