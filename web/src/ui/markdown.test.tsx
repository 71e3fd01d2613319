import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InlineMarkdown, Markdown, markdownWordsOf } from './markdown.tsx';
import { createWordMarkingTransform } from './marked-text.ts';

const drawn = (text: string) => renderToStaticMarkup(<Markdown>{text}</Markdown>);
const drawnInline = (text: string) => renderToStaticMarkup(<InlineMarkdown>{text}</InlineMarkdown>);

test('lists, tables, quotations, code and references are drawn', () => {
  const text = [
    'Wear *gloves* and **boots**, and read [the rules][1].',
    '4. Four\n\n5. Five\n   - within',
    '> Quoted\n> again',
    '| Gate | Open |\n| :- | -: |\n| 1 | yes |',
    '```\ncode\n```',
    'A line  \nand the next',
    '***',
    '[1]: https://wiki.example/rules "Rules"',
  ].join('\n\n');
  const html = drawn(text);
  expect(html).toContain('<em>gloves</em> and <strong>boots</strong>');
  expect(html).toContain(
    '<a href="https://wiki.example/rules" target="_blank" rel="noopener noreferrer nofollow">the rules</a>',
  );
  expect(html).toContain('<ol start="4">\n<li>\n<p>Four</p>\n</li>');
  expect(html).toContain('<th style="text-align:left">Gate</th><th style="text-align:right">Open</th>');
  expect(html).toContain('<pre><code>code\n</code></pre>');
  expect(html).toContain('A line<br/>\nand the next');
  expect(html).toContain('<hr/>');
});

test('nothing unsafe is drawn of a hostile text, and nothing is loaded', () => {
  const text = [
    '<script>alert(1)</script><img src=x onerror="alert(1)">',
    '[a](javascript:alert(1)) [b](JAVASCRIPT:alert(1)) [c](data:text/html,x) [d](/demo/settings) [e](//evil.example)',
    '[f](java\tscript:alert(1)) [g](&#106;avascript:alert(1)) <javascript:alert(1)> [h][1]',
    '![i](https://elsewhere.example/pixel.png) ![j](javascript:alert(1)) ![k][1]',
    '[1]: javascript:alert(1)',
  ].join('\n\n');
  for (const html of [drawn(text), drawnInline(text)]) {
    const tags = new Set(html.match(/<[^/][^\s>]*/g));
    expect([...tags].filter((tag) => !['<div', '<p', '<span'].includes(tag))).toEqual([]);
    expect(html).not.toMatch(/(?:href|src|onerror)="/);
  }
  expect(drawn(text)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(drawn(text)).toContain('Image: i (https://elsewhere.example/pixel.png)');
  expect(drawn('[mail](mailto:a@example.com) [up](HTTPS://example.com/ä)')).toContain(
    'href="HTTPS://example.com/%C3%A4"',
  );
});

test('within a line no block begins, and a link is its words', () => {
  expect(drawnInline('# 1. *Not* a [list](https://example.com)\n- nor `this`')).toMatch(
    /^<span[^>]*># 1\. <em>Not<\/em> a <span>list<\/span>\n- nor <code>this<\/code><\/span>$/,
  );
});

test('the words of a text are those that are drawn, so that those that changed are marked in it', () => {
  const text = '## Keep **three** metres\n\n- away\n- `now`';
  expect(markdownWordsOf(text, false)).toBe('Keep three metres\n\naway\nnow\n');
  const mark = createWordMarkingTransform(
    [
      { value: 'Keep th', isMarked: false },
      { value: 'ree', isMarked: true },
    ],
    'ins',
  );
  const html = renderToStaticMarkup(<Markdown mark={mark}>{text}</Markdown>);
  expect(html).toContain('Keep <strong>th<ins>ree</ins></strong> metres');
});
