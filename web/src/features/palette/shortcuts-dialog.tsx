import { Kbd, Stack, Switch, Text, Title } from '@mantine/core';
import { keyLabelsOf, useActiveShortcuts, useSingleKeySetting } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { headingOfGlobalShortcuts, headingOfGoToPageShortcuts } from './groups.ts';
import classes from './shortcuts.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('palette');

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The shortcuts of this page and the global ones. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keyboardShortcuts')} size="lg">
      <Stack>
        <SingleKeysSwitch />
        <ShortcutList />
      </Stack>
    </Dialog>
  );
}

function SingleKeysSwitch() {
  const [areOn, setOn] = useSingleKeySetting();
  return (
    <Switch
      label={t('singleKeys')}
      description={t('aboutSingleKeys')}
      checked={areOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
}

function ShortcutList() {
  const shortcuts = useActiveShortcuts();
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  // The current page's shortcuts come first.
  const last = [headingOfGlobalShortcuts(), headingOfGoToPageShortcuts()];
  const titles = [...groups.keys()].toSorted((one, other) => last.indexOf(one) - last.indexOf(other));
  return titles.map((title) => (
    <section key={title} aria-label={title}>
      <Title order={3} size="h4" mb={4}>
        {title}
      </Title>
      <dl className={classes.list}>
        {groups.get(title)?.map(({ keys, does }) => (
          <div key={keys} className={classes.row}>
            <dt>
              <Text component="span">{does}</Text>
            </dt>
            <dd className={classes.keys}>
              {keyLabelsOf(keys).map((cap, place) => (
                <Kbd key={`${cap}${place}`}>{cap}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
