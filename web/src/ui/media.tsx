import type { ItemMedia, ItemMediaPlace } from '@training/shared/courses/media';
import { findMediaAtPlace, findPictureWithAreas } from '@training/shared/courses/media-at';
import type { SyntheticEvent } from 'react';
import { useMediaAddressOf } from '../lib/workspace.ts';
import classes from './media.module.css';

interface MediaAtProps {
  item: { media?: ItemMedia[] | undefined; areas?: unknown };
  at: ItemMediaPlace;
  /** The index of the option, of media of options. */
  option?: number;
}

/** The pictures, sounds and films at a place of a card or question, without that in which areas are shown. */
export function MediaAtPlace({ item, at, option }: MediaAtProps) {
  const picture = item.areas === undefined ? undefined : findPictureWithAreas(item);
  return <MediaList shown={findMediaAtPlace(item, at, option).filter((each) => each !== picture)} />;
}

/** Keys and swipes on a player are the player's own. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

export function MediaList({ shown }: { shown: readonly ItemMedia[] }) {
  const urlOf = useMediaAddressOf();
  if (shown.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.media} onKeyDown={keep} onPointerDown={keep}>
      {shown.map(({ digest, kind, alt, captions }) => {
        if (kind === 'picture') return <img key={digest} src={urlOf(digest)} alt={alt} loading="lazy" />;
        const Player = kind === 'film' ? 'video' : 'audio';
        return (
          <Player key={digest} src={urlOf(digest)} aria-label={alt} controls preload="metadata">
            {captions !== undefined && <track kind="captions" src={urlOf(captions)} default />}
          </Player>
        );
      })}
    </div>
  );
}
