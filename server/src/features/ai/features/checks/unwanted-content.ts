import { foldText } from './words.ts';

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
export function findPhoneNumbersAndIps(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/[\u2010-\u2015]/g, '-');
  const addresses = [...(plain.match(ADDRESS) ?? []), ...(plain.match(ADDRESS_6) ?? [])].filter(
    (each) => each.includes('::') || each.split(/[.:]/).length > 3,
  );
  const isCalled = CALLS.test(foldText(text));
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
export function createUnknownPhoneOrIpFinder(source: string): (text: string) => string[] {
  const known = digitsOf(source);
  return (text) =>
    findPhoneNumbersAndIps(text).filter((each) => !known.includes(digitsOf(each)) && !source.includes(each));
}

/** Tags that do something in a page; other words in angle brackets are placeholders. */
const TAG =
  /<\/?(?:a|abbr|audio|b|base|big|blink|body|br|button|canvas|center|code|details|dialog|div|em|embed|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|main|marquee|math|meta|nav|object|ol|option|p|pre|s|script|section|select|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|th|title|tr|u|ul|video)(?=[\s/>])/i;
const SCRIPT =
  /(?:javascript|vbscript|livescript):|data:text\/|\bon[a-z]{3,20}\s?=|<!--|<!doctype|<\?(?:php|xml)|\{\{|<%|\$\{/i;
const ENTITY = /&(?:lt|gt|quot|nbsp|#\d{1,6}|#x[\da-f]{1,6});/i;
/** Signs of Markdown that a learner would read as they are. */
const MARKDOWN = /\*\*\S|(?<!\w)__[^_\s]|```|!\[|\]\(|^#{1,6} \S/m;

/** Returns true if the text has tags, scripts or entities that the source lacks. */
export const hasUnknownMarkup = (text: string, source: string): boolean =>
  [TAG, SCRIPT, ENTITY].some((each) => {
    const found = each.exec(text)?.[0];
    return found !== undefined && !source.includes(found);
  });

/** Returns true if the text has signs of Markdown, where they are shown as they are. */
export const hasMarkdown = (text: string): boolean => MARKDOWN.test(text);
