import { IconKey } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Input, type Output } from '../../api/call.ts'
import { createPasskey } from '../../api/passkey.ts'
import { queryClient, useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { AppCodeField } from '../../kit/form/factor-fields.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { ErrorState, Skeleton } from '../../kit/loading.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { Bare } from './bare.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'

type Offer = Output<'linkOptions'>

/** An invitation, or a recovery link. The token is in the fragment, so that no server logs it. */
export function Page() {
  const [token, setToken] = useState(() => location.hash.slice(1))
  // The first half of a two-person link ends with a dot.
  return token.endsWith('.') ? <OtherHalf onGiven={(half) => setToken(token + half)} /> : <Whole token={token} />
}

function OtherHalf({ onGiven }: { onGiven: (half: string) => void }) {
  const [half, setHalf] = useState('')
  const go = (event: FormEvent) => {
    event.preventDefault()
    onGiven(half.trim())
  }
  return (
    <Bare title="One half of your link" sub="Two people hand it to you. This was the first half.">
      <form className="stack" onSubmit={go}>
        <Field label="Second half" name="half" value={half} onChange={setHalf} maxLength={60} required />
        <Button main wide type="submit">
          Continue
        </Button>
      </form>
    </Bare>
  )
}

function Whole({ token }: { token: string }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const navigate = useNavigate()
  const offer = useCall('linkOptions', { token }, { refetchInterval: false, enabled: codes === null })
  const accepted = (recoveryCodes: readonly string[]) => {
    // The link has worked once; remove it from the history.
    history.replaceState(null, '', location.pathname)
    queryClient.clear()
    setCodes(recoveryCodes)
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={() => void navigate({ to: '/', replace: true })} />
  if (offer.error !== null)
    return (
      <Bare title="This link does not work" sub="It works once, for seven days. Ask the sender for a new one.">
        <ErrorState error={offer.error} />
      </Bare>
    )
  if (offer.data === undefined)
    return (
      <Bare title="One moment">
        <Skeleton />
      </Bare>
    )
  return <Accept token={token} offer={offer.data} onAccepted={accepted} />
}

type AcceptProps = { token: string; offer: Offer; onAccepted: (codes: readonly string[]) => void }

function Accept({ token, offer, onAccepted }: AcceptProps) {
  const [method, setMethod] = useState<'passkey' | 'password'>(offer.passkey === null ? 'password' : 'passkey')
  const isRecovery = offer.purpose === 'recovery'
  return (
    <Bare
      title={isRecovery ? `Welcome back, ${offer.name}` : `Welcome, ${offer.name}`}
      sub={`You will sign in as ${offer.email}.`}
    >
      <div className="stack">
        {isRecovery && <Banner tone="waits">Your earlier passkeys, passwords and codes stop working now.</Banner>}
        {method === 'passkey' && offer.passkey !== null ? (
          <WithPasskey token={token} options={offer.passkey} onAccepted={onAccepted} />
        ) : (
          <WithPassword token={token} totp={offer.totp} onAccepted={onAccepted} />
        )}
        {offer.passkey !== null && (
          <button
            type="button"
            className="link s13"
            onClick={() => setMethod(method === 'passkey' ? 'password' : 'passkey')}
          >
            {method === 'passkey' ? 'Use a password and an authenticator app instead' : 'Use a passkey instead'}
          </button>
        )}
      </div>
    </Bare>
  )
}

type PasskeyProps = Omit<AcceptProps, 'offer'> & { options: NonNullable<Offer['passkey']> }

function WithPasskey({ token, options, onAccepted }: PasskeyProps) {
  const [name, setName] = useState('This device')
  const { attempt, busy, error } = useAttempt()
  const accept = async () => {
    const credential = await createPasskey<NonNullable<Input<'linkAccept'>['passkey']>['credential']>(options)
    if (credential === null) return
    onAccepted((await call('linkAccept', { token, passkey: { name, credential } })).recovery_codes)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(accept)
  }
  return (
    <form className="stack" onSubmit={send}>
      <p className="s13 muted">
        A passkey signs you in with your fingerprint, face or PIN. It cannot be phished or forgotten.
      </p>
      <Field
        label="Name of the passkey"
        name="name"
        maxLength={64}
        value={name}
        onChange={setName}
        error={error}
        required
      />
      <FormError error={error} fields={['name']} />
      <Button type="submit" main tall wide icon={IconKey} busy={busy}>
        Create passkey
      </Button>
    </form>
  )
}

type PasswordProps = Omit<AcceptProps, 'offer'> & { totp: Offer['totp'] }

function WithPassword({ token, totp, onAccepted }: PasswordProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { attempt, busy, error } = useAttempt()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () =>
      onAccepted((await call('linkAccept', { token, password, totp: { setup: totp.setup, code } })).recovery_codes),
    )
  }
  return (
    <form className="stack" onSubmit={send}>
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={error}
        hint="A long password is better than a complicated one. Use a sentence that only you know."
        required
      />
      <div>
        <p className="small muted">Scan this with your authenticator app, or type its secret.</p>
        <QrCode text={totp.uri} label="The secret for your authenticator app" />
        <Id value={totp.secret} whole />
      </div>
      <AppCodeField label="Authentication code" value={code} onChange={setCode} error={error} />
      <FormError error={error} fields={['password', 'code']} />
      <Button type="submit" main tall wide busy={busy}>
        Set up and sign in
      </Button>
    </form>
  )
}
