import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, type Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Field, Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { CopyText } from '../copy-text.tsx'
import { canMakeKeys, readPrivateKey } from './key-pair.ts'
import { proofText, proveWith } from './prove.ts'

type Method = 'file' | 'hand'

/** The key signs a challenge, in this page with the key file, or elsewhere. */
export function ProvePanel({ id }: { id: string }) {
  const [method, setMethod] = useState<Method>(canMakeKeys() ? 'file' : 'hand')
  return (
    <Section title="Prove that you hold its private key">
      <div className="stack">
        <Banner tone="waits">You cannot use the key until it has signed a challenge once.</Banner>
        <Segment
          label="Way to sign the challenge"
          value={method}
          options={[
            { value: 'file', label: 'With the key file' },
            { value: 'hand', label: 'Manually' },
          ]}
          onChange={setMethod}
        />
        {method === 'file' ? <ByFile id={id} /> : <ByHand id={id} />}
      </div>
    </Section>
  )
}

function ByFile({ id }: { id: string }) {
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const prove = (file: File | undefined) =>
    attempt(async () => {
      if (file === undefined) return
      await proveWith(id, await readPrivateKey(await file.text()))
      await client.invalidateQueries()
    })
  return (
    <>
      <label className="check">
        <span>
          Private key, PKCS#8 PEM
          <br />
          <input
            type="file"
            accept=".pem,.key"
            disabled={busy}
            onChange={(event) => void prove(event.target.files?.[0])}
          />
        </span>
      </label>
      <p className="small muted">This page reads the file to sign the challenge. The file is not sent to us.</p>
      <FormError error={error} />
    </>
  )
}

type Challenge = Output<'challengeKey'> & { nonce: string }

function ByHand({ id }: { id: string }) {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [signature, setSignature] = useState('')
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const ask = () =>
    attempt(async () => setChallenge({ ...(await call('challengeKey', { id })), nonce: String(Date.now()) }))
  if (challenge === null) {
    return (
      <>
        <div>
          <Button busy={busy} onClick={() => void ask()}>
            Ask for a challenge
          </Button>
        </div>
        <FormError error={error} />
      </>
    )
  }
  const text = proofText(challenge, challenge.nonce)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      await call('proveKey', {
        id,
        challenge: challenge.challenge,
        nonce: challenge.nonce,
        signature: signature.trim(),
      })
      await client.invalidateQueries()
    })
  }
  return (
    <form className="stack" onSubmit={send}>
      <p className="s13 muted">
        Sign this text with ECDSA over SHA-256, without a line break at its end. It is valid for{' '}
        <Countdown until={challenge.expires_at} over="expired, ask for a new one" />.
      </p>
      <CopyText label="Text to sign" text={text} />
      <CopyText label="For example" text={`printf %s '${text}' | openssl dgst -sha256 -sign key.pem | base64 -w0`} />
      <Field
        label="Signature"
        aside="base64 or base64url"
        name="signature"
        spellCheck={false}
        value={signature}
        onChange={setSignature}
        error={error}
        required
      />
      <FormError error={error} fields={['signature']} />
      <div className="row">
        <Button type="submit" main busy={busy} disabled={signature.trim() === ''}>
          Prove
        </Button>
        <Button quiet onClick={() => void ask()}>
          New challenge
        </Button>
      </div>
    </form>
  )
}
