import { Text } from '@mantine/core';

/** For a result that is empty: the source gave nothing that could be shown to come from it. */
export function Nothing() {
  return <Text>Couldn’t make anything from this source. Try a longer text, or one that explains more.</Text>;
}
