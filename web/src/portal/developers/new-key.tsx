import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { useUrlState } from '../../kit/url-state.ts'
import { Consequences } from './consequences.tsx'
import { blankKey, fieldNames, KeyFields, requestOf } from './key-fields.tsx'
import { noSource, PairPart, publicKeyIn } from './pair.tsx'
import { proveWith } from './prove.ts'

/** A new key, which may replace another one. */
export function Page() {
  const [{ replaces }] = useUrlState()
  const old = useCall('key', { id: replaces ?? '' }, { enabled: replaces !== undefined })
  const [source, setSource] = useState(noSource)
  const [edited, setFields] = useState<typeof blankKey | null>(null)
  const [outcome, setOutcome] = useState<{ keyid: string | null } | null>(null)
  const { attempt, busy, error } = useAttempt()
  const client = useQueryClient()
  const navigate = useNavigate()
  // The successor starts with the scopes of the old key.
  const fields =
    edited ??
    (old.data
      ? { ...blankKey, label: old.data.label, scopes: old.data.scopes, networks: old.data.ip_allowlist.join('\n') }
      : blankKey)
  const publickey = publicKeyIn(source)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await attempt(async () => {
      const { keyid } =
        outcome ?? (await call('registerKey', { publickey: publickey!, ...requestOf(fields, replaces) }))
      setOutcome({ keyid })
      if (keyid !== null && source.from === 'here') await proveWith(keyid, source.pair!.privateKey)
      await client.invalidateQueries()
      if (keyid !== null) await navigate({ to: `/developers/keys/${keyid}` })
    })
  }
  const title = replaces === undefined ? 'New key' : 'Replace key'
  return (
    <>
      <PageHead title={title} crumbs={[{ title: 'Developers', to: '/developers' }]}>
        {old.data ? `Replace key ${old.data.label}` : title}
      </PageHead>
      {outcome !== null && outcome.keyid === null ? (
        <Requested />
      ) : (
        <form className="split" onSubmit={(event) => void send(event)}>
          <div>
            <Section title="Key pair">
              <PairPart source={source} change={setSource} label={fields.label} error={error} />
            </Section>
            <Section title="Scopes">
              <KeyFields fields={fields} change={setFields} isSuccessor={replaces !== undefined} error={error} />
            </Section>
          </div>
          <Consequences fields={fields} made={source.from === 'here'} old={old.data?.label ?? null}>
            <FormError error={error} fields={fieldNames} />
            <Button
              type="submit"
              main
              tall
              wide
              busy={busy}
              disabled={publickey === null || fields.label.trim() === '' || fields.scopes.length === 0}
            >
              {outcome === null ? 'Register key' : 'Prove it again'}
            </Button>
            <p className="small muted">{missing(publickey !== null, source.from === 'here', fields)}</p>
          </Consequences>
        </form>
      )}
    </>
  )
}

function missing(hasKey: boolean, isMade: boolean, { label, scopes }: typeof blankKey): string {
  if (!hasKey) return isMade ? 'First make the key pair and save its private key.' : 'First paste a public key.'
  if (label.trim() === '') return 'First enter a name.'
  if (scopes.length === 0) return 'First choose its scopes.'
  return 'We then ask for your passkey, or your password and an authentication code.'
}

/** The institution requires two people for keys that can write. */
function Requested() {
  return (
    <Empty
      title="This key needs a second approver."
      acts={
        <Link className="btn" to="/developers">
          Back to the keys
        </Link>
      }
    >
      After the approval, open the key in the list and prove that you hold its private key. Keep the file until then.
    </Empty>
  )
}
