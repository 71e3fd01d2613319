import { Text } from '@mantine/core';

/** For a result that is empty: the source gave nothing that could be shown to come from it. */
export function Nothing() {
  return <Text>Nothing could be made of this source. A longer text, or one that explains more, usually helps.</Text>;
}
