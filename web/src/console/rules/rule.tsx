import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Time } from '../../kit/value/time.tsx'
import { InstitutionLink } from '../institution-link.tsx'
import { useWaitingRequest, WaitingRequest } from '../waiting-request.tsx'
import { ItemLink } from './item-link.tsx'
import { TryRule } from './try.tsx'
import { effectWords, type Version } from './words.ts'
import { WriteRule } from './write.tsx'

type Rule = Output<'rule'>

/** A rule: its versions, what each would do with history, and its last hits. */
export function Page() {
  const found = useCall('rule', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(rule) => (
        <>
          <PageHead
            title={rule.name}
            crumbs={[{ title: 'Rules', to: '/rules' }]}
            sub={rule.versions.find(({ state }) => state === 'active')?.text ?? 'No version is active.'}
            acts={<WriteButton rule={rule} />}
          />
          <Versions rule={rule} />
          <TryRule versions={rule.versions} />
          <Hits hits={rule.hits} />
        </>
      )}
    </Loaded>
  )
}

function WriteButton({ rule: { ruleid, versions } }: { rule: Rule }) {
  const [open, setOpen] = useState(false)
  if (!mayDo(useMe(), 'rules.edit')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Write a version</Button>
      {open && <WriteRule ruleid={ruleid} before={versions[0]!.definition} onClose={() => setOpen(false)} />}
    </>
  )
}

function Versions({ rule: { versions } }: { rule: Rule }) {
  return (
    <Section title="Versions" note="a version never changes">
      <SmallTable
        name="Versions"
        rows={versions}
        rowKey={({ versionid }) => versionid}
        empty=""
        columns={[
          ['Version', ({ number }) => number, 'num'],
          ['It looks for', ({ text }) => text],
          ['Effect', ({ definition }) => effectWords[definition.effect], 'not-phone'],
          ['Status', ({ state }) => <StateBadge state={state} />],
          ['Since', ({ changed_at }) => <Time at={changed_at} />, 'not-phone'],
          ['', (version) => <Acts version={version} />],
        ]}
      />
    </Section>
  )
}

function Acts({ version: { versionid, name, number, state } }: { version: Version }) {
  const activation = useWaitingRequest('rule.activate')(versionid)
  const retirement = useWaitingRequest('rule.retire')(versionid)
  const waiting = activation ?? retirement
  if (waiting !== null) return <WaitingRequest id={waiting} />
  const what = `version ${number} of «${name}»`
  if (state === 'retired') return null
  if (state === 'active') {
    return (
      <ActButton
        call="proposeRuleRetire"
        input={{ versionid }}
        act="rules.propose"
        label="Retire"
        title={`Retire ${what}`}
        second="rule.retire"
        small
      >
        It looks at no further item. What it has held stays on hold until people decide.
      </ActButton>
    )
  }
  return (
    <div className="row">
      {state === 'draft' && (
        <ActButton
          call="shadowRule"
          input={{ id: versionid }}
          act="rules.edit"
          label="Run in shadow"
          title={`Run ${what} in shadow`}
          small
        >
          Its hits are noted, and nothing is held.
        </ActButton>
      )}
      <ActButton
        call="proposeRuleActivate"
        input={{ versionid }}
        act="rules.propose"
        label="Activate"
        title={`Activate ${what}`}
        second="rule.activate"
        small
      >
        It is tried on the last 10,000 items, and the result is a part of the request. The version that is active until
        then retires.
      </ActButton>
      <ActButton
        call="discardRule"
        input={{ id: versionid }}
        act="rules.edit"
        label="Discard"
        title={`Discard ${what}`}
        small
      >
        It can no longer be activated.
      </ActButton>
    </div>
  )
}

function Hits({ hits }: { hits: Rule['hits'] }) {
  return (
    <Section title="Hits" note="the last 100">
      <SmallTable
        name="Hits"
        rows={hits}
        rowKey={({ versionid, itemid, is_shadow }) => `${versionid} ${itemid} ${is_shadow}`}
        empty="It has not fired yet."
        columns={[
          ['Time', ({ at }) => <Time at={at} />],
          ['Institution', ({ institution }) => <InstitutionLink {...institution} />],
          ['Item', (hit) => <ItemLink {...hit} />],
          ['Why it fired', ({ text }) => text],
          ['Version', ({ number, is_shadow }) => `${number}${is_shadow ? ', in shadow' : ''}`, 'not-phone'],
          ['Hold', ({ holdid }) => (holdid === null ? '' : <HoldLink id={holdid} />)],
        ]}
      />
    </Section>
  )
}

const HoldLink = ({ id }: { id: string }) => (
  <Link className="link" to={`/holds/${id}`}>
    Hold
  </Link>
)
