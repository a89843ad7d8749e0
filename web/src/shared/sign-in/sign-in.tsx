import { IconKey } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { hasPasskeys, signWithPasskey } from '../../api/passkey.ts'
import { isConsole } from '../../api/side.ts'
import { queryClient } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { AppCodeField, PasswordField } from '../../kit/form/factor-fields.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { hasSingleSignOn } from '../../app/environment.ts'
import { Bare } from './bare.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'

/** Sign-in by passkey, by password and code or, for staff, by single sign-on. */
export function Page() {
  const [{ next = '/', code, state, iss }] = useUrlState()
  const navigate = useNavigate()
  const { attempt, busy, error } = useAttempt()
  const [lost, setLost] = useState(false)
  const enter = async () => {
    queryClient.clear()
    await navigate({ href: `/${isConsole ? 'console' : 'portal'}${next}`, replace: true })
  }
  const withPasskey = async () => {
    const credential = await signWithPasskey<Input<'passkeySignIn'>['credential']>(
      await call('passkeySignInOptions', {}),
    )
    if (credential === null) return
    await call('passkeySignIn', { credential })
    await enter()
  }
  useEffect(() => {
    // The browser returns from the issuer of single sign-on.
    if (code === undefined || state === undefined) return
    void attempt(async () => {
      await call('oidcSignInFinish', { code, state, ...(iss !== undefined && { iss }) })
      await enter()
    })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer of the issuer
  }, [code, state])
  return (
    <Bare title="Sign in" sub={isConsole ? 'For staff.' : 'For people of our client institutions.'}>
      {hasPasskeys() && (
        <>
          <Button main tall wide icon={IconKey} busy={busy} onClick={() => void attempt(withPasskey)}>
            Sign in with passkey
          </Button>
          <div className="or">or</div>
        </>
      )}
      {lost ? (
        <CodesForm
          busy={busy}
          error={error}
          onSend={(given) =>
            attempt(async () => {
              await call('recoverySignIn', given)
              await enter()
            })
          }
        />
      ) : (
        <PasswordForm
          busy={busy}
          error={error}
          onSend={(given) =>
            attempt(async () => {
              await call('passwordSignIn', given)
              await enter()
            })
          }
        />
      )}
      <button type="button" className="link s13" onClick={() => setLost(!lost)}>
        {lost ? 'Sign in with a password' : 'Lost all passkeys? Use two recovery codes'}
      </button>
      {hasSingleSignOn && <SingleSignOn />}
    </Bare>
  )
}

type FormProps = {
  busy: boolean
  error: ReturnType<typeof useAttempt>['error']
  onSend: (given: Input<'passwordSignIn'>) => void
}

function PasswordForm({ busy, error, onSend }: FormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [recovering, setRecovering] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend({ email, password, ...(recovering ? { recovery_code: code } : { code }) })
  }
  return (
    <form className="stack" onSubmit={send}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={error}
        required
      />
      <PasswordField value={password} onChange={setPassword} error={error} />
      {recovering ? (
        <Field
          key="recovery"
          label="Recovery code"
          name="recovery_code"
          code
          value={code}
          onChange={setCode}
          error={error}
          hint="One of your ten saved codes. Each works once."
          required
        />
      ) : (
        <AppCodeField key="code" value={code} onChange={setCode} error={error} />
      )}
      <FormError error={error} fields={['email', 'password', 'code', 'recovery_code']} />
      <Button type="submit" wide tall busy={busy}>
        Sign in
      </Button>
      <button
        type="button"
        className="link s13"
        onClick={() => {
          setRecovering(!recovering)
          setCode('')
        }}
      >
        {recovering ? 'Use an authentication code' : 'Lost the app? Use a recovery code'}
      </button>
    </form>
  )
}

type CodesProps = Omit<FormProps, 'onSend'> & { onSend: (given: Input<'recoverySignIn'>) => void }

/** For a person without a password who has lost every passkey. */
function CodesForm({ busy, error, onSend }: CodesProps) {
  const [given, setGiven] = useState({ email: '', recovery_code: '', second_code: '' })
  const field = (name: keyof typeof given) => ({
    name,
    value: given[name],
    onChange: (value: string) => setGiven({ ...given, [name]: value }),
    error,
    required: true,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend(given)
  }
  return (
    <form className="stack" onSubmit={send}>
      <Field {...field('email')} label="Email" type="email" autoComplete="username" />
      <Field {...field('recovery_code')} label="Recovery code" code hint="One of the ten that you saved." />
      <Field {...field('second_code')} label="Another recovery code" code hint="Both are used up." />
      <FormError error={error} fields={['email', 'recovery_code', 'second_code']} />
      <p className="s13 muted">
        Your other sessions end. Add a passkey next, under Your sign-in. If you have a password, sign in with it and a
        recovery code. Without codes, ask an administrator.
      </p>
      <Button type="submit" wide tall busy={busy}>
        Sign in
      </Button>
    </form>
  )
}

/** Shown if the service has an issuer. */
function SingleSignOn() {
  const { attempt, busy, error } = useAttempt()
  const begin = async () => {
    const { url } = await call('oidcSignIn', {})
    location.assign(url)
  }
  return (
    <div className="stack tight">
      <div className="or">or</div>
      <Button wide busy={busy} onClick={() => void attempt(begin)}>
        Single sign-on
      </Button>
      {error !== null && <p className="small muted">{error.message}</p>}
    </div>
  )
}
