import { IconKey, IconSignature } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { call, type Input, type Output } from '../../../api/call.ts'
import { hasPasskeys, signWithPasskey } from '../../../api/passkey.ts'
import { useAct, useCall } from '../../../api/use-call.ts'
import { mayDo, useMe } from '../../../app/session.tsx'
import { Banner } from '../../../kit/banner.tsx'
import { Button } from '../../../kit/button.tsx'
import { Check, Field } from '../../../kit/form/field.tsx'
import { FormError } from '../../../kit/form/form-error.tsx'
import { Panel } from '../../../kit/page.tsx'
import { useAttempt } from '../../../kit/form/use-attempt.ts'
import type { Agreement } from './words.ts'

type Props = { agreement: Agreement; text: Output<'agreementText'> | null }

/** Signs the displayed text. */
export function SignPanel({ agreement, text }: Props) {
  const me = useMe()
  return (
    <Panel title="Your signature">
      {mayDo(me, 'agreements.sign') ? (
        <SignForm id={agreement.agreementid} text={text} person={me.person.name} />
      ) : (
        <Banner tone="waits" title="You cannot sign this.">
          An administrator of your company signs it.
        </Banner>
      )}
    </Panel>
  )
}

type FormProps = { id: string; text: Props['text']; person: string }

function SignForm({ id, text, person }: FormProps) {
  const factors = useCall('listFactors', {}, { refetchInterval: false })
  const [name, setName] = useState('')
  const [read, setRead] = useState(false)
  const sign = useAct('signAgreement')
  const { attempt, busy, error: failed } = useAttempt()
  const hasKey = (factors.data?.passkeys.length ?? 0) > 0
  const error = sign.error ?? failed
  const send = async () => {
    if (text === null) return
    const credential = hasKey && hasPasskeys() ? await signed(id) : undefined
    if (credential === null) return
    await sign.mutateAsync({ id, text_sha256: text.text_sha256, name: name.trim(), ...(credential && { credential }) })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(send)
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Check label="I have read the agreement, and I may sign for the company." checked={read} onChange={setRead} />
      <Field
        label="Your name"
        name="name"
        value={name}
        onChange={setName}
        error={error}
        hint={`Type it as in your profile: ${person}`}
        maxLength={140}
        required
      />
      <FormError error={error} fields={['name']} />
      <Button
        type="submit"
        main
        tall
        wide
        icon={hasKey ? IconKey : IconSignature}
        busy={busy}
        disabled={!read || text === null || name.trim() === ''}
      >
        {hasKey ? 'Sign with passkey' : 'Sign'}
      </Button>
      <p className="small muted">
        {hasKey
          ? 'Your passkey signs the hash of this text.'
          : 'Your typed name is the signature. We then ask for your password and an authentication code.'}{' '}
        It takes effect once our team has countersigned it.
      </p>
    </form>
  )
}

/** The passkey signs the hash of this text; null if the person cancels. */
async function signed(id: string) {
  const options = await call('challengeAgreement', { id })
  return signWithPasskey<NonNullable<Input<'signAgreement'>['credential']>>(options)
}
