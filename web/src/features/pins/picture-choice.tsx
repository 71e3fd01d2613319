import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MAX_PERSON_PICTURE_BYTES, PERSON_PICTURE_MEDIA_TYPES } from '@training/shared/users/person-pictures';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { isSharedDevice } from '../../lib/shared-device.ts';
import { usePermissionReach, useMediaAddressOf } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/pages/states.tsx';
import { Section } from '../../ui/pages/section.tsx';

const t = translatorOf('pins');

const isTooLarge = (file: File | null | undefined) => (file?.size ?? 0) > MAX_PERSON_PICTURE_BYTES;

interface Someone {
  full_name: string;
  picture: string | null;
}

interface PictureChoiceProps {
  of: Someone;
  /** Absent for those who only see it. */
  choose?: ((picture: string | null) => Promise<unknown>) | undefined;
}

/** A person's picture or initials, and buttons that change it. A shared device keeps no pictures in its cache. */
export function PictureChoiceField({ of: { full_name: name, picture }, choose }: PictureChoiceProps) {
  const addressOf = useMediaAddressOf();
  const uploading = trpc.pictures.upload.useMutation();
  const changing = useMutation({
    mutationFn: async (file: File | null) => {
      if (isTooLarge(file)) throw new Error('too large');
      await choose?.(file && (await uploading.mutateAsync(file)).picture);
      notify(file === null ? t('pictureWasRemoved', { name }) : t('pictureWasSet', { name }));
    },
  });
  return (
    <Stack gap="xs" mb="md">
      <Group gap="sm">
        <Avatar
          src={picture !== null && !isSharedDevice ? addressOf(picture) : null}
          alt={t('pictureOf', { name })}
          name={name}
          size={64}
        />
        {choose !== undefined && !isSharedDevice && (
          <>
            <FileButton accept={PERSON_PICTURE_MEDIA_TYPES.join()} onChange={(file) => file && changing.mutate(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  aria-label={t('choosePictureOf', { name })}
                  loading={changing.isPending}
                >
                  {t('choosePicture')}
                </Button>
              )}
            </FileButton>
            {picture !== null && (
              <Button
                variant="subtle"
                aria-label={t('removePictureOf', { name })}
                disabled={changing.isPending}
                onClick={() => changing.mutate(null)}
              >
                {t('removePicture')}
              </Button>
            )}
          </>
        )}
      </Group>
      {changing.isError && isTooLarge(changing.variables) ? (
        <Text c="red" role="alert">
          {t('pictureTooLarge')}
        </Text>
      ) : (
        changing.error !== null && (
          <FailedState what={t('failedToSetPicture')} problem={toDisplayableProblem(changing.error)} />
        )
      )}
    </Stack>
  );
}

/** The caller's own picture. */
export function OwnPictureSection({ name }: { name: string }) {
  const utils = trpc.useUtils();
  const own = trpc.pictures.own.useQuery();
  const choosing = trpc.pictures.chooseOwn.useMutation({ onSuccess: () => utils.pictures.invalidate() });
  if (own.data === undefined || isSharedDevice) return null;
  return (
    <Section title={t('picture')} description={t('aboutOwnPicture')}>
      <PictureChoiceField
        of={{ full_name: name, ...own.data }}
        choose={(picture) => choosing.mutateAsync({ picture })}
      />
    </Section>
  );
}

/** The picture of someone, which super admins change. */
export function AdminPersonPictureSection({ of }: { of: Someone & { id: string; is_active: boolean } }) {
  const utils = trpc.useUtils();
  const mayChoose = usePermissionReach('pictures:write') === 'workspace' && of.is_active;
  const choosing = trpc.pictures.choose.useMutation({ onSuccess: () => utils.users.invalidate() });
  const choose = (picture: string | null) => choosing.mutateAsync({ user_id: of.id, picture });
  return <PictureChoiceField of={of} choose={mayChoose ? choose : undefined} />;
}
