import type { ItemMedia, ItemMediaPlace } from './media.ts';

/** Returns the media at a place of an item; for the place `option`, those of the option with the index. */
export function findMediaAtPlace<Media extends ItemMedia>(
  { media }: { media?: Media[] | undefined },
  at: ItemMediaPlace,
  option?: number,
): Media[] {
  return (media ?? []).filter((each) => each.at === at && ('option' in each ? each.option : undefined) === option);
}

/** Returns the picture in which the areas of a question are: the first one beside its text. */
export const findPictureWithAreas = <Media extends ItemMedia>(item: {
  media?: Media[] | undefined;
}): Media | undefined => findMediaAtPlace(item, 'prompt').find(({ kind }) => kind === 'picture');
