import { type FormEvent, useEffect, useState } from 'react'
import { call, type Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { AppCodeField } from '../../kit/form/factor-fields.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Skeleton } from '../../kit/loading.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'

export function SetPassword({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const set = useAct('setPassword', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ password })
  }
  return (
    <Dialog open onClose={onClose} title="Set your password">
      <form className="stack" onSubmit={send}>
        <Banner tone="waits">All your other sessions and tokens end.</Banner>
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          error={set.error}
          hint="At least 12 characters. A long password is better than a complicated one."
          maxLength={128}
          required
          data-autofocus
        />
        <FormError error={set.error} fields={['password']} />
        <Button type="submit" main busy={set.isPending}>
          Set password
        </Button>
      </form>
    </Dialog>
  )
}

/** Requests a new secret once, when the dialog opens. The service stores it only after its first code. */
export function SetTotp({ onClose }: { onClose: () => void }) {
  const [offer, setOffer] = useState<Output<'totpOptions'> | null>(null)
  const [code, setCode] = useState('')
  const begin = useAttempt()
  const set = useAct('setTotp', onClose)
  useEffect(() => {
    void begin.attempt(async () => setOffer(await call('totpOptions', {})))
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (offer !== null) set.mutate({ setup: offer.setup, code })
  }
  return (
    <Dialog open onClose={onClose} title="Set up an authenticator app">
      <form className="stack" onSubmit={send}>
        {offer === null && begin.error === null && <Skeleton />}
        <FormError error={begin.error ?? set.error} fields={['code']} />
        {offer !== null && (
          <>
            <div>
              <p className="small muted">
                Scan this with the app, or type its secret. The earlier app works until you confirm.
              </p>
              <QrCode text={offer.uri} label="The secret for your authenticator app" />
              <Id value={offer.secret} whole />
            </div>
            <AppCodeField label="Authentication code" value={code} onChange={setCode} error={set.error} />
            <Button type="submit" main busy={set.isPending}>
              Confirm the app
            </Button>
          </>
        )}
      </form>
    </Dialog>
  )
}
