import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { UNREACHABLE_PROBLEM } from '../lib/api/http-error.ts';
import { loadWithCatalogues } from '../lib/i18n/catalogues.ts';
import { RetryingState } from './pages/retrying-state.tsx';
import { Loading } from './pages/states.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface FailedProps {
  onRetry: () => void;
  retrying: boolean;
}

interface Options<Props> {
  /** Shown if the code can't be loaded. */
  Failed?: ComponentType<FailedProps>;
  /** Shown in place of the component until it is loaded. */
  Placeholder?: ComponentType<Props>;
  /** True where a reload of the page could lose what was typed. */
  isAmongInput?: boolean;
}

/** Returns a component whose code loads on demand, and `preload`, which loads it before. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failed = CodeNotLoaded, Placeholder, isAmongInput = false }: Options<Props> = {},
) {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    try {
      Loaded ??= await loadWithCatalogues(load());
    } catch {
      // Shown in place of the component; a failed preload is ignored.
    }
  };

  function Lazy(props: Props) {
    const [phase, setPhase] = useState<'loading' | 'failed' | 'retrying' | 'loaded'>('loading');
    useEffect(() => {
      let isShown = true;
      void preload().then(() => isShown && setPhase(Loaded === undefined ? 'failed' : 'loaded'));
      return () => {
        isShown = false;
      };
    }, []);
    const retry = async () => {
      setPhase('retrying');
      await preload();
      if (Loaded !== undefined) setPhase('loaded');
      // The browser may cache the failure, and a deployment may have removed the file: a reload fixes both.
      else if (!isAmongInput && (await serverAnswers())) location.reload();
      else setPhase('failed');
    };
    if (Loaded !== undefined) return <Loaded {...props} />;
    const placeholder = Placeholder !== undefined && <Placeholder {...props} />;
    if (phase === 'loading') return placeholder || <Loading />;
    return (
      <>
        {placeholder}
        <Failed onRetry={() => void retry()} retrying={phase === 'retrying'} />
      </>
    );
  }
  return Object.assign(Lazy, { preload });
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Says that code couldn't be loaded, and offers to retry. */
export function CodeNotLoaded({ onRetry, retrying }: FailedProps) {
  return (
    <RetryingState what={t('failedToLoadPage')} problem={UNREACHABLE_PROBLEM} onRetry={onRetry} retrying={retrying} />
  );
}

/** Milliseconds between silent attempts. */
const EVERY = 5_000;

/** Retries until the code is loaded, and says nothing. For parts that nobody has asked for. */
export function RetryLoadingSilently({ onRetry }: Pick<FailedProps, 'onRetry'>) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setInterval(() => retry(), EVERY);
    return () => clearInterval(timer);
  }, []);
  return null;
}
