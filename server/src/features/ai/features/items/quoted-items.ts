import type { AiFeature } from '@training/shared/ai-features';
import type { SourceText } from '@training/shared/ai-sources';
import type { ItemFlag, PartsToRead, Said } from '@training/shared/generated-items';
import type { Kind } from './ask-for-items.ts';
import type { Proof } from '../checks/proof.ts';
import type { VerifiedItem } from '../second-look/verify-items.ts';

/** Things that are made of a source, each with a quote of it. */
export type QuotedItems<Answer, Item extends { quote: string }, Result extends { flags: ItemFlag[] }> = Kind<
  Answer,
  Item
> & {
  feature: AiFeature;
  input: {
    source: SourceText;
    count: number;
    existing: readonly string[];
    there?: readonly Said[] | undefined;
    parts?: PartsToRead | undefined;
  };
  /** For people who watch. */
  words: string;
  /** Its texts that people will read, for what must not be in them. */
  textsOf(item: Item): string[];
  /** The item for the answer, with the source's own words; undefined when it makes no sense. */
  accept(item: Item, quote: string, source: Proof): Result | undefined;
  /** What may say the same as another. */
  saidBy(result: Result): Said;
  second: SecondLook<Result>;
};

/** How a second call checks what the first one made. */
export type SecondLook<Result> = {
  /** For people who watch. */
  words: string;
  rules: readonly string[];
  /** An item without what is to be found out. */
  asData(result: Result, n: number): string;
  /** What is to be looked at; undefined where the source contradicts the item. */
  judge(result: Result, look: VerifiedItem): ItemFlag[] | undefined;
};
