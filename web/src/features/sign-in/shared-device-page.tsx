import { Avatar, Button, PasswordInput, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { postJson } from '../../lib/auth.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { toArrayItems, readFieldText, readFieldValue } from '../../lib/json.ts';
import { lockOtherPages } from '../../lib/lock-when-left.ts';
import { lockDevice } from '../../lib/shared-device.ts';
import { PlainPage } from '../../ui/pages/plain-page.tsx';
import { FailedState, Loading } from '../../ui/pages/states.tsx';
import { PinSignInForm } from './pin-page.tsx';
import classes from './shared-device.module.css';
import { usePeoplePictures } from './use-pictures.ts';

const t = translatorOf('sign-in');

/** People beyond which a field narrows the list. */
const MANY = 12;
/** Milliseconds after which a half-typed PIN is removed. */
const PATIENCE = 60_000;

/** Milliseconds after which the list is read again, because shifts begin and end. */
const READ_AGAIN = 300_000;

let isOpen = false;

/** Opens the device, once, which signs out whoever was signed in. Returns whose device it is, and who may sign in. */
async function openDevice() {
  if (!isOpen) lockOtherPages();
  const found = await postJson(`/api/auth/shared-device${isOpen ? '/people' : ''}`, {});
  isOpen = true;
  const people = toArrayItems(readFieldValue(found, 'people')).flatMap((each) => {
    const [id, name] = [readFieldText(each, 'id'), readFieldText(each, 'name')];
    const picture = readFieldValue(each, 'has_picture');
    return id === undefined || name === undefined ? [] : [{ id, name, picture }];
  });
  const workspace = readFieldValue(found, 'workspace');
  const isOnShift = readFieldValue(found, 'is_on_shift') === true;
  return {
    slug: readFieldText(workspace, 'slug') ?? '',
    workspace: readFieldText(workspace, 'name') ?? '',
    people,
    isOnShift,
  };
}

/** @property picture undefined where the device shows names. */
interface Listed {
  id: string;
  name: string;
  picture: unknown;
}

type Someone = Listed | 'number' | 'code';

/** Sign-in on a shared device: a name or number, and the PIN. */
export function SharedDeviceSignInPage({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const code = location.hash.slice(1);
  const [chosen, setChosen] = useState<Someone | null>(code === '' ? null : 'code');
  const opened = useQuery({
    queryKey: ['shared device'],
    queryFn: openDevice,
    refetchOnWindowFocus: false,
    refetchInterval: READ_AGAIN,
  });
  const problem = opened.error === null ? null : httpProblemOfError(opened.error);
  useEffect(() => {
    // Not shared anymore: the answer removed the mark.
    if (problem?.code === 'device_not_found') location.replace('/sign-in');
  }, [problem?.code]);
  if (opened.data === undefined) {
    return (
      <PlainPage title={t('whoAreYou')}>
        {problem === null ? (
          <Loading rows={2} />
        ) : (
          <FailedState
            what={t('failedToOpenDevice')}
            problem={problem}
            onRetry={() => void opened.refetch()}
            retrying={opened.isFetching}
          />
        )}
      </PlainPage>
    );
  }
  const { people, slug, workspace, isOnShift } = opened.data;
  const who = chosen ?? (people.length === 0 ? 'number' : null);
  if (who === null) {
    return (
      <PlainPage title={t('whoAreYou')}>
        <Text c="dimmed">{workspace}</Text>
        <People people={people} isOnShift={isOnShift} onChoose={setChosen} />
      </PlainPage>
    );
  }
  const back = () => setChosen(null);
  return (
    <PlainPage title={who === 'code' ? t('choosePin') : typeof who === 'string' ? t('signIn') : who.name}>
      <Stack>
        {who === 'number' && isOnShift && people.length === 0 && <Text c="dimmed">{t('noOneOnShift')}</Text>}
        {who === 'code' ? (
          <PinSignInForm hasCode given={code} workspace={slug} goOn={() => void onSignedIn()} />
        ) : (
          <OnePin
            key={typeof who === 'string' ? who : who.id}
            who={who}
            onType={() => setChosen(who)}
            onBack={back}
            onSignedIn={onSignedIn}
          />
        )}
        {who !== 'code' && (
          <Button variant="subtle" onClick={() => setChosen('code')}>
            {t('haveCode')}
          </Button>
        )}
        {(people.length > 0 || who === 'code') && (
          <Button variant="default" onClick={code === '' ? back : lockDevice}>
            {t('someoneElse')}
          </Button>
        )}
      </Stack>
    </PlainPage>
  );
}

interface PeopleProps {
  people: Listed[];
  isOnShift: boolean;
  onChoose: (who: Someone) => void;
}

function People({ people, isOnShift, onChoose }: PeopleProps) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = people.filter(({ name }) => name.toLowerCase().includes(wanted));
  const pictures = usePeoplePictures(people.filter(({ picture }) => picture === true).map(({ id }) => id));
  return (
    <Stack mt="md">
      {people.length > MANY && (
        <TextInput
          label={t('findYourName')}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {people.some(({ picture }) => picture !== undefined) ? (
        <div className={classes.faces}>
          {found.map((each) => (
            <UnstyledButton key={each.id} className={classes.face} onClick={() => onChoose(each)}>
              {/* The name beside it says who it is. */}
              <Avatar src={pictures.get(each.id) ?? null} alt="" name={each.name} size={72} aria-hidden />
              <bdi>{each.name}</bdi>
            </UnstyledButton>
          ))}
        </div>
      ) : (
        <Stack gap="xs">
          {found.map((each) => (
            <Button
              key={each.id}
              variant="default"
              size="lg"
              classNames={{ root: classes.name, label: classes.label }}
              onClick={() => onChoose(each)}
            >
              <bdi>{each.name}</bdi>
            </Button>
          ))}
        </Stack>
      )}
      {isOnShift && <Text c="dimmed">{t('onlyOnShift')}</Text>}
      <Button variant="subtle" onClick={() => onChoose('number')}>
        {t('typeNumber')}
      </Button>
      <Button variant="subtle" onClick={() => onChoose('code')}>
        {t('haveCode')}
      </Button>
    </Stack>
  );
}

interface OnePinProps {
  who: Exclude<Someone, 'code'>;
  /** Keeps the fields, should the list begin to have people meanwhile. */
  onType: () => void;
  onBack: () => void;
  onSignedIn: () => Promise<void>;
}

function OnePin({ who, onType, onBack, onSignedIn }: OnePinProps) {
  const [number, setNumber] = useState('');
  const [pin, setPin] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    if (number === '' && pin === '' && who === 'number') return undefined;
    onType();
    const leaving = setTimeout(() => {
      setNumber('');
      setPin('');
      onBack();
    }, PATIENCE);
    return () => clearTimeout(leaving);
  }, [number, pin, who, onBack, onType]);
  const signingIn = useMutation({
    mutationFn: async () => {
      const named = who === 'number' ? { external_id: number.trim() } : { user_id: who.id };
      await postJson('/api/auth/sign-in/shared-device', { ...named, pin });
      await onSignedIn();
    },
    onError: () => setPin(''),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (pin !== '' && (who !== 'number' || number.trim() !== '')) signingIn.mutate();
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        {who === 'number' && (
          <TextInput
            label={t('number')}
            autoComplete="off"
            ref={first}
            value={number}
            onChange={({ currentTarget }) => setNumber(currentTarget.value)}
          />
        )}
        <PasswordInput
          label={t('pin')}
          inputMode="numeric"
          autoComplete="off"
          {...(who !== 'number' && { ref: first })}
          visibilityToggleButtonProps={{ 'aria-label': t('showPin') }}
          value={pin}
          onChange={({ currentTarget }) => setPin(currentTarget.value)}
        />
        {signingIn.error !== null && (
          <FailedState what={t('failedToSignIn')} problem={httpProblemOfError(signingIn.error)} />
        )}
        <Button type="submit" size="md" fullWidth loading={signingIn.isPending || signingIn.isSuccess}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
