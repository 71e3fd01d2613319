import type { SwitchNotification } from '@training/shared/notifications/notification-settings';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';

const nameOf = ({ category, channel }: Pick<SwitchNotification, 'category' | 'channel'>) => `${category} ${channel}`;

/** Updates switches optimistically and reverts them if refused. Several requests may be pending. */
export function useSwitching() {
  const matrix = trpc.useUtils().notifications.matrix;
  const [moved, setMoved] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { mutateAsync, error } = trpc.notifications.switch.useMutation();
  const turn = async (change: SwitchNotification) => {
    const name = nameOf(change);
    setMoved((before) => new Map(before).set(name, change.enabled));
    // The error is shown below the heading; the switch shows the saved state.
    await mutateAsync(change).catch(() => null);
    await matrix.invalidate();
    setMoved((now) => {
      // Changed again meanwhile: that request is still pending.
      if (now.get(name) !== change.enabled) return now;
      const rest = new Map(now);
      rest.delete(name);
      return rest;
    });
  };
  return {
    isOn: (category: SwitchNotification['category'], channel: SwitchNotification['channel'], saved: boolean) =>
      moved.get(nameOf({ category, channel })) ?? saved,
    turn: (change: SwitchNotification) => void turn(change),
    error,
  };
}
