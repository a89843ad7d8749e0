import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress, type Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Check } from '../../kit/form/field.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Time } from '../../kit/value/time.tsx'
import { InstitutionField } from '../institution-field.tsx'
import { reportTabs } from './tabs.ts'

/** A draft of a report about a suspicion, from the holds of an institution. */
export function Page() {
  const [{ institutionid = '' }, setUrl] = useUrlState()
  return (
    <>
      <PageHead title="Reports" sub="A draft for the officer. Nothing is sent, and the institution does not see it." />
      <Tabs label="Reports" tabs={reportTabs} />
      <InstitutionField
        label="Institution"
        name="institutionid"
        value={institutionid}
        onChange={(id) => setUrl({ institutionid: id })}
        error={null}
      />
      {institutionid !== '' && <Holds key={institutionid} institutionid={institutionid} />}
    </>
  )
}

function Holds({ institutionid }: { institutionid: string }) {
  const holds = useCall('holds', { institutionid, limit: '100' }, { refetchInterval: false })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const turn = (id: string, isIn: boolean) => setChosen(isIn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <Loaded query={holds} lines={6}>
      {({ items }) => (
        <Section
          title="Items of the report"
          note="the newest 100 holds"
          end={
            <a
              className="btn"
              href={fileAddress('suspicionDraft', {
                id: institutionid,
                ...(chosen.length > 0 && { holds: chosen.join(',') }),
              })}
              download
            >
              <IconDownload className="ic" aria-hidden />
              Download the draft
            </a>
          }
        >
          <Choices items={items} chosen={chosen} turn={turn} />
        </Section>
      )}
    </Loaded>
  )
}

type ChoicesProps = {
  items: Output<'holds'>['items']
  chosen: readonly string[]
  turn: (id: string, isIn: boolean) => void
}

function Choices({ items, chosen, turn }: ChoicesProps) {
  return (
    <SmallTable
      name="Holds"
      rows={items}
      rowKey={({ holdid }) => holdid}
      empty="This institution has no holds. The draft is about the institution alone."
      columns={[
        [
          'Hold',
          ({ holdid, on }) => (
            <Check label={on} checked={chosen.includes(holdid)} onChange={(isIn) => turn(holdid, isIn)} />
          ),
        ],
        ['Reason', ({ reason }) => reason.replaceAll('_', ' ')],
        ['Placed', ({ created_at }) => <Time at={created_at} />],
        ['Status', ({ state }) => <StateBadge state={state} />],
      ]}
    />
  )
}
