import { expect, test } from 'vitest';
import { markdownToPlainText } from './plain-text.ts';

test('of Markdown the words are left, on one line', () => {
  const markdown = `# Cold *store*

Wear **gloves**, ~~no~~ \`boots\` and a [jacket](https://shop.example/jacket "Warm").
![The door](door.png)

> 1. Never go in alone
- [x] Ring the __bell__

---
| Zone | Degrees |
|:-----|--------:|
| A    | _-22_   |

\`\`\`sh
open --door
\`\`\``;
  expect(markdownToPlainText(markdown)).toBe(
    'Cold store Wear gloves, no boots and a jacket. The door Never go in alone Ring the bell Zone · Degrees A · -22 open --door',
  );
});

test('what only looks like a mark stays', () => {
  const text = 'Order part no_2_b at 5*3 cm, #4, for 2 - 3 people [see page 2], and C\\#: <b>bold</b>';
  expect(markdownToPlainText(text)).toBe(
    'Order part no_2_b at 5*3 cm, #4, for 2 - 3 people [see page 2], and C#: <b>bold</b>',
  );
});

test('an escaped mark stays', () => {
  const escaped = '2\\*3\\*4, \\_x\\_, \\*\\*now\\*\\*, \\`sh\\` and \\[rules](https://rules.example)';
  expect(markdownToPlainText(escaped)).toBe('2*3*4, _x_, **now**, `sh` and [rules](https://rules.example)');
});

test('a gap to be filled in stays', () => {
  expect(markdownToPlainText('Listen, ____, __find out__, _agree_ *_now_*: ___')).toBe(
    'Listen, ____, find out, agree now: ___',
  );
});

test('a mark that the end has cut off does no harm', () => {
  expect(markdownToPlainText('Read [the rules](https://rules.exa')).toBe('Read [the rules](https://rules.exa');
  expect(markdownToPlainText('Wear gloves\\')).toBe('Wear gloves');
  expect(markdownToPlainText('')).toBe('');
});
