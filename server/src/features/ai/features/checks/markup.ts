/** Tags that do something in a page; other words in angle brackets are placeholders. */
const TAG =
  /<\/?(?:a|abbr|audio|b|base|big|blink|body|br|button|canvas|center|code|details|dialog|div|em|embed|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|li|link|main|marquee|math|meta|nav|object|ol|option|p|pre|s|script|section|select|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|th|title|tr|u|ul|video)(?=[\s/>])/i;
const SCRIPT =
  /(?:javascript|vbscript|livescript):|data:text\/|\bon[a-z]{3,20}\s?=|<!--|<!doctype|<\?(?:php|xml)|\{\{|<%|\$\{/i;
const ENTITY = /&(?:lt|gt|quot|nbsp|#\d{1,6}|#x[\da-f]{1,6});/i;
/** Signs of Markdown that a learner would read as they are. */
const MARKDOWN = /\*\*\S|(?<!\w)__[^_\s]|```|!\[|\]\(|^#{1,6} \S/m;

/** Returns true if the text has tags, scripts or entities that the source lacks. */
export const hasMarkup = (text: string, source: string): boolean =>
  [TAG, SCRIPT, ENTITY].some((each) => {
    const found = each.exec(text)?.[0];
    return found !== undefined && !source.includes(found);
  });

/** Returns true if the text has signs of Markdown, where they are shown as they are. */
export const hasMarkdown = (text: string): boolean => MARKDOWN.test(text);
