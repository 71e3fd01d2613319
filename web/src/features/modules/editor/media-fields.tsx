import { ActionIcon, Button, Checkbox, FileButton, Group, NativeSelect, Text } from '@mantine/core';
import { IconBadgeCc, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { ItemMedia } from '@training/shared/courses/media';
import { type ReactNode, useState } from 'react';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { MediaList } from '../../../ui/media.tsx';
import { MultilineField } from '../../../ui/text-lines.tsx';
import type { AnyItem } from '../drafts/item-text.ts';
import classes from './editor.module.css';
import { uploadMedia } from '../../../lib/upload-media.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');
const items = translatorOf('items');

const FILES = 'image/jpeg,image/png,image/webp,image/svg+xml,audio/*,video/mp4,video/webm,.m4a';

interface MediaFieldsProps {
  item: AnyItem;
  /** "card 3". */
  about: string;
  /** Changes the media as they are by then: an upload takes a while. */
  onChange: (change: (media: ItemMedia[]) => ItemMedia[]) => void;
  children: ReactNode;
}

interface Upload {
  name: string;
  share: number;
  failure?: string;
}

const placesOf = (item: AnyItem): { at: ItemMedia['at']; option?: number }[] =>
  'front' in item
    ? [{ at: 'front' }, { at: 'back' }]
    : [
        { at: 'prompt' },
        ...('options' in item && item.kind.endsWith('_choice')
          ? item.options.map((_, option) => ({ at: 'option' as const, option }))
          : []),
        { at: 'explanation' },
      ];

const keyOf = (place: { at: string; option?: number | undefined }) => `${place.at} ${place.option ?? ''}`;

/** The fields of an item, to which pictures, sound and film are added by a button, by dropping and by pasting. */
export function MediaFields({ item, about, onChange, children }: MediaFieldsProps) {
  const { client } = trpc.useUtils();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const media: readonly ItemMedia[] = item.media ?? [];
  const places = placesOf(item);

  async function send(file: File, add: (stored: Awaited<ReturnType<typeof uploadMedia>>) => void) {
    const upload: Upload = { name: file.name, share: 0 };
    const put = (changed: Partial<Upload> | null) =>
      setUploads((all) => [
        ...all.filter(({ name }) => name !== file.name),
        ...(changed ? [{ ...upload, ...changed }] : []),
      ]);
    put({});
    try {
      add(await uploadMedia(client, file, (share) => put({ share })));
      put(null);
    } catch (error) {
      put({ failure: toDisplayableProblem(error).detail });
    }
  }

  const addFiles = (files: Iterable<File>) => {
    for (const file of files) {
      void send(file, ({ kind, digest }) => {
        if (kind !== 'captions') onChange((now) => [...now, { ...places[0]!, kind, digest, alt: '' } as ItemMedia]);
      });
    }
  };
  const change = (index: number, part: object) =>
    onChange((now) => now.map((each, at) => (at === index ? ({ ...each, ...part } as ItemMedia) : each)));

  return (
    // Files can be dropped and pasted anywhere; the button does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.fields}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        addFiles(event.clipboardData.files);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        addFiles(event.dataTransfer.files);
      }}
    >
      {children}
      {media.map((each, index) => {
        const { kind, alt, captions, decorative, digest } = each;
        const name = t('mediaOf', { number: index + 1, about });
        return (
          <fieldset key={`${digest} ${keyOf(each)}`} className={classes.sourceFields} aria-label={name}>
            <MediaList shown={[each]} />
            <Group align="flex-start" gap="sm">
              <MultilineField
                flex="1 1 14rem"
                rows={2}
                label={kind === 'picture' ? t('alternativeText') : t('mediaName')}
                description={kind === 'picture' ? t('alternativeTextHint') : undefined}
                disabled={decorative === true}
                value={alt}
                maxLength={1_000}
                onChange={({ currentTarget }) => change(index, { alt: currentTarget.value })}
              />
              <NativeSelect
                label={t('mediaPlaceLabel')}
                value={keyOf(each)}
                data={places.map((place) => ({
                  value: keyOf(place),
                  label: items('mediaPlace', { at: place.at, number: (place.option ?? 0) + 1 }),
                }))}
                onChange={({ currentTarget }) => {
                  const place = places.find((one) => keyOf(one) === currentTarget.value);
                  if (!place) return;
                  const { at: _, ...rest } = each;
                  if ('option' in rest) delete rest.option;
                  onChange((now) => now.map((one, at) => (at === index ? ({ ...place, ...rest } as ItemMedia) : one)));
                }}
              />
            </Group>
            <Group gap="sm" mt="xs">
              {kind === 'picture' ? (
                <Checkbox
                  label={t('decorative')}
                  checked={decorative === true}
                  onChange={({ currentTarget }) =>
                    change(index, {
                      decorative: currentTarget.checked ? true : undefined,
                      ...(currentTarget.checked && { alt: '' }),
                    })
                  }
                />
              ) : captions === undefined ? (
                <>
                  <FileButton
                    accept=".vtt,text/vtt"
                    onChange={(file) => {
                      if (file)
                        void send(file, (stored) => {
                          if (stored.kind === 'captions') change(index, { captions: stored.digest });
                        });
                    }}
                  >
                    {(props) => (
                      <Button
                        {...props}
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconBadgeCc size={15} aria-hidden />}
                      >
                        {t('addCaptions')}
                      </Button>
                    )}
                  </FileButton>
                  <Text size="xs" c="dimmed">
                    {items('noCaptions')}
                  </Text>
                </>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => change(index, { captions: undefined })}>
                  {t('removeCaptions')}
                </Button>
              )}
              <ActionIcon
                ms="auto"
                variant="subtle"
                color="gray"
                aria-label={t('removeItem', { name })}
                onClick={() => onChange((now) => now.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </fieldset>
        );
      })}
      {uploads.map(({ name, share, failure }) => (
        <output key={name} className={classes.upload}>
          <Text size="sm" {...(failure !== undefined && { c: 'red' })}>
            {failure === undefined ? t('mediaArriving', { name, share }) : t('mediaFailed', { name, reason: failure })}
          </Text>
        </output>
      ))}
      <FileButton accept={FILES} multiple onChange={addFiles}>
        {(props) => (
          <Button
            {...props}
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPhotoPlus size={15} aria-hidden />}
            aria-label={t('addMediaTo', { about })}
          >
            {t('addMedia')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
