import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { effectWords, type Version } from './words.ts'
import { WriteRule } from './write.tsx'

/** Monitoring rules with their versions. */
export function Page() {
  const rules = useCall('rules', {})
  return (
    <>
      <PageHead
        title="Rules"
        sub="Every mint, redemption, withdrawal, deposit, wire, rail and payment is looked at by the active rules."
        acts={<WriteButton />}
      />
      <Loaded query={rules} lines={8}>
        {({ versions }) => (
          <>
            <Section title="Active and in shadow">
              <Versions
                name="Rules in use"
                versions={versions.filter(isInUse)}
                empty="No rule looks at anything. Write one, try it on history, and request its activation."
              />
            </Section>
            <Section title="Drafts">
              <Versions name="Drafts" versions={versions.filter(isDraft)} empty="There is no draft." />
            </Section>
            <Section title="Retired">
              <Versions name="Retired versions" versions={versions.filter(isRetired)} empty="No version is retired." />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

const isInUse = ({ state }: Version): boolean => state === 'active' || state === 'shadow'
const isDraft = ({ state }: Version): boolean => state === 'draft'
const isRetired = ({ state }: Version): boolean => state === 'retired'

function WriteButton() {
  const [open, setOpen] = useState(false)
  if (!mayDo(useMe(), 'rules.edit')) return null
  return (
    <>
      <Button main onClick={() => setOpen(true)}>
        Write a rule
      </Button>
      {open && <WriteRule onClose={() => setOpen(false)} />}
    </>
  )
}

function Versions({ name, versions, empty }: { name: string; versions: readonly Version[]; empty: string }) {
  return (
    <SmallTable
      name={name}
      rows={versions}
      rowKey={({ versionid }) => versionid}
      empty={empty}
      columns={[
        [
          'Rule',
          ({ ruleid, name: of, number }) => (
            <Link className="link" to={`/rules/${ruleid}`}>
              {of}, version {number}
            </Link>
          ),
        ],
        ['It looks for', ({ text }) => text],
        ['Effect', ({ definition }) => effectWords[definition.effect], 'not-phone'],
        ['Hits in 30 days', ({ state, hits, shadow_hits }) => (state === 'shadow' ? shadow_hits : hits), 'num'],
        ['Status', ({ state }) => <StateBadge state={state} />],
      ]}
    />
  )
}
