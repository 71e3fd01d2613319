import { Text } from '@mantine/core';
import type { Coverage } from '@training/shared/ai/ai-sources';
import type { ReadByModel } from '@training/shared/ai/generated-items';
import { counted } from '../../../lib/numbers.ts';

/** Shown for an empty result: nothing could be generated that is backed by the source. */
export function Nothing() {
  return <Text>Couldn’t make anything from this source. Try a longer text, or one that explains more.</Text>;
}

type Why = Coverage['not_read'][number]['why'];

const WHY: Record<Why, string> = {
  nothing_to_quote: 'has no words that could be quoted',
  declined: 'the provider declined it, perhaps because of its content',
  no_answer: 'the model gave no usable answer',
  not_accepted: 'the provider didn’t accept it, which may be too long for the model',
};

/** Says what a model read from pictures, and what nobody read; nothing if all was text. */
export function ReadScan({ scan }: { scan: ReadByModel | null }) {
  return (
    scan !== null && (
      <Text size="sm" mb={4}>
        {scanInWords(scan)}
      </Text>
    )
  );
}

/** The share of the source that was read, and the parts that weren't. */
export function Covered({ coverage }: { coverage: Coverage | null }) {
  if (!coverage || coverage.parts === 0) return null;
  const { parts, parts_read, not_read } = coverage;
  return (
    <>
      <Text size="sm" c="dimmed" mb={not_read.length === 0 ? 'md' : 4}>
        Read {parts_read} of {counted(parts, 'part')}.
      </Text>
      {not_read.length > 0 && (
        <Text component="ul" size="sm" mb="md" aria-label="Not read">
          {not_read.map(({ part, begins, why }) => (
            <li key={part}>
              Not part {part}
              {begins !== '' && (
                <>
                  , “<bdi>{begins}</bdi>”
                </>
              )}
              : {WHY[why]}.
            </li>
          ))}
        </Text>
      )}
    </>
  );
}

function scanInWords({ model, of, pages, unread }: ReadByModel): string {
  const read = `${inWords(of, pages)} read by ${model}. Check names and figures. `;
  const without = of === 'pages' ? 'without text ' : '';
  const notRead = `${inWords(of, unread)} ${without}not read.`;
  const advice =
    ' To read text in pictures, choose a model that does under Settings → AI provider keys, or run text recognition (OCR) first.';
  return `${pages.length > 0 ? read : ''}${unread.length > 0 ? notRead : ''}${model === null ? advice : ''}`;
}

/** Numbers that are listed, at most. */
const MOST_LISTED = 20;

/** Formats as "3 pages (1, 4, 5)". */
function inWords(of: ReadByModel['of'], numbers: readonly number[]): string {
  const listed = numbers.slice(0, MOST_LISTED).join(', ') + (numbers.length > MOST_LISTED ? ' …' : '');
  return `${counted(numbers.length, of === 'pages' ? 'page' : 'picture')} (${listed})`;
}
