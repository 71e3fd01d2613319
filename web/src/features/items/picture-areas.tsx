import type { PictureArea, ItemMedia } from '@training/shared/courses/media';
import { findPictureWithAreas } from '@training/shared/courses/media-at';
import type { PointerEventHandler, Ref } from 'react';
import { useMediaAddressOf } from '../../lib/workspace.ts';
import classes from './picture-areas.module.css';

/** The look of an area: chosen, focused, right or wrong. */
export type AreaStates = Partial<Record<'chosen' | 'focused' | 'right' | 'wrong' | 'corner', boolean>>;

interface PictureAreasProps {
  item: { media?: ItemMedia[] | undefined };
  areas: readonly PictureArea[];
  lookOf?: (place: number) => AreaStates;
  /** Returns the id of the field that a press on the area chooses. */
  fieldOf?: (place: number) => string;
  /** Handlers of the whole picture, where areas are drawn. */
  frame?: { ref: Ref<HTMLDivElement> } & Partial<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerEventHandler<HTMLDivElement>>
  >;
}

/**
 * The first picture beside a question, with numbered areas. They are for pointers and eyes only: fields beside the
 * picture have their names, so screen readers skip them. The picture isn't mirrored in languages from right to left.
 */
export function PictureAreas({ item, areas, lookOf, fieldOf, frame }: PictureAreasProps) {
  const urlOf = useMediaAddressOf();
  const picture = findPictureWithAreas(item);
  if (picture === undefined) return null;
  return (
    <div className={classes.frame} dir="ltr" {...frame}>
      <img src={urlOf(picture.digest)} alt={picture.alt} draggable={false} />
      <div aria-hidden>
        {areas.map(({ shape, x, y, width, height }, place) => {
          const { corner, ...look } = lookOf?.(place) ?? {};
          const Element = fieldOf === undefined ? 'span' : 'label';
          return (
            <Element
              // Areas are a fixed list, and two may be alike.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              {...(fieldOf !== undefined && { htmlFor: fieldOf(place) })}
              className={classes.area}
              data-area={place}
              data-shape={shape}
              {...Object.fromEntries(Object.entries(look).map(([name, is]) => [`data-${name}`, is || undefined]))}
              style={{
                insetInlineStart: `${x / 10}%`,
                top: `${y / 10}%`,
                width: `${width / 10}%`,
                height: `${height / 10}%`,
              }}
            >
              <span className={classes.number}>{place + 1}</span>
              {corner === true && <span className={classes.corner} data-corner />}
            </Element>
          );
        })}
      </div>
    </div>
  );
}
