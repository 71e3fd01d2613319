import { AiFeature } from '@training/shared/ai/ai-features';
import { ItemSkillLevel } from '@training/shared/ai/generated-items';

/** Parts of the features' prompts; the words and tags are those of server/src/features/ai. */
export type PromptParts = {
  feature: AiFeature | undefined;
  /** A second look at what the first has made. */
  isCheck: boolean;
  /** A page to be copied from its picture. */
  isPage: boolean;
  /** The text between the source tags, word for word. */
  source: string;
  /** The texts to translate, and the language. */
  texts: { n: number; text: string }[];
  language: string;
  count: number;
  /** That of all, where it is asked for. */
  level: ItemSkillLevel | undefined;
  /** Items that exist already. */
  existing: string[];
  comments: { n: number; text: string }[];
  criteria: { n: number; text: string }[];
  transcript: string;
  departments: { n: number; text: string }[];
  /** Lines that the text before didn't have. */
  added: string;
  /** Items to check: cards by their fronts, questions with their options. */
  fronts: { n: number; text: string }[];
  questions: { n: number; text: string; options: string[] }[];
  /** Lines of rubrics. */
  lines: { n: number; text: string }[];
};

/** Between the first opening and the last closing tag: a source may hold such tags itself. */
function between(text: string, tag: string): string {
  return new RegExp(`<${tag}(?:\\s[^>]*)?>\\n?([\\s\\S]*?)\\n?</${tag}>(?![\\s\\S]*</${tag}>)`).exec(text)?.[1] ?? '';
}

function numbered(text: string, tag: string): { n: number; text: string }[] {
  const items = text.matchAll(new RegExp(`<${tag} n="(\\d+)"[^>]*>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...items].map(([, n, item]) => ({ n: Number(n), text: (item ?? '').trim() }));
}

export function promptParts(system: string, prompt: string): PromptParts {
  const source = between(prompt, 'source');
  // A source that says "Count: 99" is not asked.
  const options = numbered(prompt, 'options');
  const asked = `${system}\n${source ? prompt.replace(source, '') : prompt}`;
  return {
    feature: AiFeature.safeParse(/^Task: (\w+)/m.exec(system)?.[1]).data,
    isCheck: /^Step: check$/m.test(system),
    isPage: /^Step: read_page$/m.test(system),
    source,
    texts: numbered(prompt, 'source'),
    language: /BCP 47 tag ([\w-]+)/.exec(system)?.[1] ?? '',
    count: Number(/^Count: (\d+)/m.exec(asked)?.[1] ?? 4),
    level: ItemSkillLevel.safeParse(/^- Make all of the level "(\w+)"/m.exec(system)?.[1]).data,
    existing: between(prompt, 'existing').split('\n'),
    comments: numbered(prompt, 'comment'),
    criteria: numbered(prompt, 'criterion'),
    transcript: between(prompt, 'transcript'),
    departments: numbered(prompt, 'department'),
    added: between(prompt, 'added'),
    fronts: numbered(prompt, 'front'),
    lines: numbered(prompt, 'rubric'),
    questions: numbered(prompt, 'question').map(({ n, text }) => ({
      n,
      text,
      options: (options.find((each) => each.n === n)?.text ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(line.indexOf(': ') + 2)),
    })),
  };
}

export type Sentence = { heading: string; text: string };

/** The sentences of a Markdown text that can be quoted, word for word, each with the heading that it stands under. */
export function sentencesOf(source: string): Sentence[] {
  const found: Sentence[] = [];
  let heading = '';
  for (const line of source.split('\n')) {
    const title = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (title) heading = title.trim();
    const words = line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '');
    if (title || /^\s*[|`~]/.test(line)) continue;
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(words)) {
      const text = segment.trim();
      if (text.length <= 220 && text.split(/\s+/).length >= 5) found.push({ heading, text });
    }
  }
  return found;
}

/** The part of a sentence that is worth asking for: a figure with its unit, or else its longest word. */
export function keyOf(sentence: string): string {
  const figure = /\d[\d.,]*(?:\s?(?:°\s?[CF]|%|[a-zA-Z]{1,8}))?/.exec(sentence)?.[0];
  const words = sentence.match(/[\p{L}-]{5,}/gu) ?? [];
  return figure ?? words.toSorted((a, b) => b.length - a.length)[0] ?? sentence;
}
