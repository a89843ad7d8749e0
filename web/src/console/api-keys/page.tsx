import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { RecentCalls } from '../../shared/recent-calls.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { institutionCrumbs } from '../institution-link.tsx'

type Key = Output<'institutionKey'>

/** One key of an institution: its scopes, its calls, and how to stop it. */
export function Page() {
  const id = usePathId()
  const found = useCall('institutionKey', { id })
  return (
    <Loaded query={found} lines={8}>
      {(key) => <Shown apiKey={key} />}
    </Loaded>
  )
}

function Shown({ apiKey: key }: { apiKey: Key }) {
  const owner = useCall('institution', { id: key.institutionid })
  const name = owner.data?.name ?? '…'
  return (
    <>
      <PageHead
        title={key.label}
        crumbs={institutionCrumbs(key.institutionid, name)}
        badge={<StateBadge state={key.status} box />}
        sub={`API key of ${name}`}
      />
      <div className="split">
        <Section title="Recent calls" note="the last hundred, newest first">
          <RecentCalls id={key.keyid} by="institutionKeyCalls" />
        </Section>
        <Panel title="Key" end={<StateBadge state={key.status} />}>
          <div className="stack">
            <KeyFacts apiKey={key} />
            <Acts apiKey={key} />
          </div>
        </Panel>
      </div>
    </>
  )
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  const { scopes, ip_allowlist, expires_at, last_used_at, last_nonce, replaces, created_at, publickey, keyid } = apiKey
  return (
    <Facts
      rows={[
        ['Scopes', scopes.map(sentence).join(', ')],
        ['Networks', ip_allowlist.length === 0 ? 'any address' : ip_allowlist.join(', ')],
        ['Last used', <Time key="used" at={last_used_at} />],
        ['Last nonce', last_nonce === null ? 'none' : <Id key="nonce" value={last_nonce} />],
        ['Expires', expires_at === null ? 'never' : <Time key="expires" at={expires_at} />],
        replaces === null ? null : ['Replaces', <Id key="replaces" value={replaces} to={`/api-keys/${replaces}`} />],
        ['Registered', <Time key="at" at={created_at} />],
        ['Public key', <Id key="public" value={publickey} />],
        ['Key id', <Id key="id" value={keyid} />],
      ]}
    />
  )
}

function Acts({ apiKey: { keyid: id, label, status } }: { apiKey: Key }) {
  if (status === 'revoked') return <p className="s13 muted">This key is revoked.</p>
  return (
    <>
      {['active', 'rotating'].includes(status) && (
        <ActButton
          call="staffFreezeKey"
          input={{ id }}
          label="Freeze"
          title={`Freeze key ${label}`}
          act="apikeys.freeze"
          danger
          wide
        >
          Takes effect at once. The service refuses its next call. Only compliance or the MLRO can unfreeze it.
        </ActButton>
      )}
      {status === 'frozen' && (
        <ActButton
          call="staffUnfreezeKey"
          input={{ id }}
          label="Unfreeze"
          title={`Unfreeze key ${label}`}
          act="apikeys.unfreeze"
          wide
        >
          The key can be used again.
        </ActButton>
      )}
      <ActButton
        call="staffRevokeKey"
        input={{ id }}
        label="Revoke"
        title={`Revoke key ${label}`}
        act="apikeys.revoke"
        danger
        wide
      >
        Cannot be undone. The service refuses its next call. The institution must register another key.
      </ActButton>
    </>
  )
}
