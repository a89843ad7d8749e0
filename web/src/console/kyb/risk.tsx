import { countryName } from '../../kit/value/country.ts'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import type { KybCase } from './kyb-case.ts'

/** The score with the part of each factor. */
export function Risk({ risk }: Pick<KybCase, 'risk'>) {
  if (risk === null)
    return (
      <Section title="Risk">
        <p className="s13 muted">The case is rated when it is submitted.</p>
      </Section>
    )
  return (
    <Section
      title={`Risk: ${risk.class}, ${risk.score} of 100`}
      note={risk.edd ? 'enhanced due diligence is needed' : undefined}
    >
      <SmallTable
        name="Parts of the risk score"
        rows={risk.parts}
        rowKey={({ factor }) => factor}
        empty="No risk factor applies."
        columns={[
          ['Factor', ({ factor }) => sentence(factor)],
          ['Value', ({ factor, value }) => (factor === 'country' ? countryName(value) : sentence(value))],
          ['Risk', (part) => part.risk, 'num'],
          ['Weight', ({ weight }) => weight, 'num'],
          ['Points', ({ points }) => points, 'num'],
        ]}
      />
      {risk.reasons.map((reason) => (
        <p key={reason} className="s13 muted">
          {sentence(reason)}
        </p>
      ))}
    </Section>
  )
}
