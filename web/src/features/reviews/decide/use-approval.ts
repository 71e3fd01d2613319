import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ApproveSection } from '@training/shared/reviews/reviews';
import { useEffect, useRef, useState } from 'react';
import { KEEPALIVE_REQUEST_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

/** Milliseconds in which an approval that doesn't publish can be undone. */
const UNDO_TIME = 5_000;

/** An approval that is shown but not sent yet. */
interface Pending {
  approval: ApproveSection;
  timer: number;
  closeOffer: () => void;
}

interface ApprovalEvents {
  /** Called after the reviewer undid the approval of the section. */
  onUndone: (section: SectionKind) => void;
  /** Called if the server refused it: another user was first, or the content changed. */
  onRefused: (error: unknown) => void;
}

/**
 * Delays an approval that doesn't publish, so that it can be undone: it is sent after 5 s, with the next decision, or
 * on leaving the page. `shown` is the module as if it had been sent.
 */
export function useDelayedApproval(module: ModuleDetail, { onUndone, onRefused }: ApprovalEvents) {
  const utils = trpc.useUtils();
  const { user } = useWorkspaceSession();
  const pending = useRef<Pending | null>(null);
  const [approval, setApproval] = useState<{ section: SectionKind; round: number; at: string } | null>(null);

  const take = () => {
    const taken = pending.current;
    pending.current = null;
    clearTimeout(taken?.timer);
    return taken;
  };
  /** Sends the pending approval, if there is one. Returns false if it was refused. */
  const send = async (): Promise<boolean> => {
    const taken = take();
    if (taken === null) return true;
    taken.closeOffer();
    try {
      await utils.client.reviews.approve.mutate(taken.approval, KEEPALIVE_REQUEST_OPTIONS);
      return true;
    } catch (error) {
      onRefused(error);
      return false;
    } finally {
      await utils.modules.get.invalidate({ id: taken.approval.module_id });
      void utils.reviews.invalidate();
      setApproval(null);
    }
  };
  const undo = () => {
    take()?.closeOffer();
    setApproval(null);
  };
  const approve = (section: SectionKind) => {
    const { round, [section]: seen } = module;
    const closeOffer = notifyWithUndo(t('approvedSection', { section }), () => {
      take();
      setApproval(null);
      onUndone(section);
      return Promise.resolve(t('approvalWasUndone'));
    });
    pending.current = {
      // Another reviewer may approve the other section meanwhile, and nobody has confirmed a publication here.
      approval: { module_id: module.id, section, round, content_hash: seen.content_hash, may_publish: false },
      timer: window.setTimeout(() => void latest.current(), UNDO_TIME),
      closeOffer,
    };
    setApproval({ section, round, at: new Date().toISOString() });
  };

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const leave = () => void latest.current();
    const leaveWhenHidden = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leaveWhenHidden);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leaveWhenHidden);
      leave();
    };
  }, []);

  const isShown = approval !== null && approval.round === module.round && module[approval.section].state === 'locked';
  const shown: ModuleDetail = !isShown
    ? module
    : {
        ...module,
        [approval.section]: {
          ...module[approval.section],
          state: 'approved',
          state_by: user.full_name,
          state_since: approval.at,
        },
      };
  return { shown, approve, send, undo, pendingSection: isShown ? approval.section : null };
}
