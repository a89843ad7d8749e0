import { countryName } from '../../kit/value/country.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import type { KybCase } from './kyb-case.ts'

/** Owners, directors and signatories. */
export function Persons({ persons }: Pick<KybCase, 'persons'>) {
  return (
    <Section title="Owners, directors and signatories">
      <SmallTable
        name="People"
        rows={persons}
        rowKey={({ id }) => id}
        empty="No person yet."
        columns={[
          ['Name', ({ data }) => data?.name ?? <span className="muted">erased</span>],
          ['Role', ({ roles }) => roles.map(sentence).join(', ')],
          ['Share', ({ data }) => (data?.share ? `${data.share} %` : '')],
          ['Born', ({ data }) => data && <Time at={data.birth_date} day />],
          ['Nationality', ({ data }) => data && countryName(data.nationality)],
          ['Residence', ({ data }) => data && countryName(data.residence.country)],
          ['Politically exposed', ({ data }) => (data?.politically_exposed ? <Badge tone="waits">Yes</Badge> : 'No')],
        ]}
      />
    </Section>
  )
}
