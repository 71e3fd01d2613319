import { Text } from '@mantine/core';

/** Shown for an empty result: nothing could be generated that is backed by the source. */
export function Nothing() {
  return <Text>Couldn’t make anything from this source. Try a longer text, or one that explains more.</Text>;
}
