import type { AiFeature } from '@training/shared/ai/ai-features';
import type { GeneratedItemWarning, ItemWordingToCompare } from '@training/shared/ai/generated-items';
import type { RequestedItemKind } from './ask-for-items.ts';
import type { ItemGenerationRequest } from './existing-items.ts';
import type { SourcePartAnalysis } from '../checks/source-part-analysis.ts';
import type { Passage } from '../source/find-passage.ts';
import type { ItemVerification } from '../checks/verify-items.ts';

/** A job that makes items from a source, each with a quote of it. */
export type ItemGenerationSpec<
  Item extends { quote: string },
  Result extends { flags: GeneratedItemWarning[] },
> = RequestedItemKind<Item> & {
  feature: AiFeature;
  input: ItemGenerationRequest;
  /** Progress text for users. */
  words: string;
  /** Texts of the item that users will read; checked for unwanted content. */
  textsOf(item: Item): string[];
  /** Converts an item to a result with the source's own quote; undefined if it is invalid. */
  accept(item: Item, passage: Passage, source: SourcePartAnalysis): Result | undefined;
  /** Texts compared to find near-duplicates. */
  saidBy(result: Result): ItemWordingToCompare;
  second: SecondCheckSpec<Result>;
};

/** Describes how a second call checks the items of the first. */
export type SecondCheckSpec<Result> = {
  /** Progress text for users. */
  words: string;
  rules: readonly string[];
  /** The item without the answers that the check must find. */
  asData(result: Result, n: number): string;
  /** Statements of the item that are checked one by one. */
  linesOf?(result: Result): readonly string[];
  /**
   * What is to be looked at; undefined where the source contradicts the item. `lines` has what was found of each line,
   * undefined for those that the check left out.
   */
  judge(
    result: Result,
    look: ItemVerification,
    lines: readonly (ItemVerification | undefined)[],
  ): GeneratedItemWarning[] | undefined;
};
