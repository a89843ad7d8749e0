import { IconKey } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { asCallError, type CallError } from '../../api/error.ts'
import { answerFreshFactor, type FactorKind } from '../../api/fresh-factor.ts'
import { hasPasskeys, signWithPasskey } from '../../api/passkey.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { AppCodeField, PasswordField } from './factor-fields.tsx'
import { FormError } from './form-error.tsx'

/** Asks for a passkey, or password and code, when a call needs a fresh factor. */
export function StepUp() {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState<FactorKind>('any')
  const answer = useRef<(shown: boolean) => void>(null)
  useEffect(() => {
    answerFreshFactor((needed) => {
      setKind(needed)
      setOpen(true)
      return new Promise((resolve) => (answer.current = resolve))
    })
    return () => answerFreshFactor(null)
  }, [])
  const close = (shown: boolean) => {
    setOpen(false)
    answer.current?.(shown)
  }
  return (
    <Dialog above open={open} onClose={() => close(false)} title="Confirm that it is you">
      <Factors kind={kind} onShown={() => close(true)} />
    </Dialog>
  )
}

function Factors({ kind, onShown }: { kind: FactorKind; onShown: () => void }) {
  const factors = useCall('listFactors', {}, { refetchInterval: false })
  const [error, setError] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (show: () => Promise<boolean>) => {
    setBusy(true)
    setError(null)
    try {
      if (await show()) onShown()
    } catch (thrown) {
      setError(asCallError(thrown))
    } finally {
      setBusy(false)
    }
  }
  const withPasskey = async () => {
    const credential = await signWithPasskey<Input<'stepUpPasskey'>['credential']>(
      await call('stepUpPasskeyOptions', {}),
    )
    if (credential === null) return false
    await call('stepUpPasskey', { credential })
    return true
  }
  const canPasskey = hasPasskeys() && (factors.data?.passkeys.length ?? 0) > 0
  return (
    <div className="stack">
      <p className="s13 muted">
        {kind === 'passkey'
          ? 'This action needs your passkey. Without a passkey, sign in with a recovery code.'
          : 'This action needs a confirmation that is not older than five minutes.'}
      </p>
      {canPasskey && (
        <Button main wide icon={IconKey} busy={busy} onClick={() => void attempt(withPasskey)} data-autofocus>
          Confirm with passkey
        </Button>
      )}
      {kind === 'any' && factors.data?.totp === true && (
        <PasswordForm
          busy={busy}
          main={!canPasskey}
          error={error}
          onSend={(given) => attempt(async () => Boolean(await call('stepUpPassword', given)))}
        />
      )}
      <FormError error={error} fields={['password', 'code']} />
    </div>
  )
}

type FormProps = {
  busy: boolean
  main: boolean
  error: CallError | null
  onSend: (given: Input<'stepUpPassword'>) => void
}

function PasswordForm({ busy, main, error, onSend }: FormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onSend({ password, code })
  }
  return (
    <form className="stack" onSubmit={send}>
      <PasswordField value={password} onChange={setPassword} error={error} />
      <AppCodeField value={code} onChange={setCode} error={error} />
      <Button type="submit" wide main={main} busy={busy}>
        Confirm
      </Button>
    </form>
  )
}
