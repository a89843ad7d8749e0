import { countryName } from '../../kit/value/country.ts'
import { Money } from '../../kit/value/money.tsx'
import { Facts, Section } from '../../kit/page.tsx'
import { postalText } from '../../kit/value/postal.ts'
import { sentence } from '../../kit/value/states.ts'
import { dayText } from '../../kit/value/time-text.ts'
import type { KybCase } from './kyb-case.ts'

const missing = 'not filled in'

/** The data of the institution. */
export function Entity({ entity }: { entity: KybCase['entity'] }) {
  const { expected_volumes: volumes, licences = [] } = entity
  return (
    <Section title="Company">
      <Facts
        left
        rows={[
          ['Legal name', entity.legal_name ?? missing],
          entity.trading_name ? ['Trading name', entity.trading_name] : null,
          [
            'Registration',
            [entity.registration_number, entity.registration_authority].filter(Boolean).join(', ') || missing,
          ],
          ['LEI', entity.lei ?? 'none'],
          ['Country', entity.country === undefined ? missing : countryName(entity.country)],
          ['Incorporated', entity.incorporated_on === undefined ? missing : dayText(entity.incorporated_on)],
          [
            'Registered address',
            entity.registered_address === undefined ? missing : postalText(entity.registered_address),
          ],
          ['Business address', entity.business_address === undefined ? missing : postalText(entity.business_address)],
          ['Activity', entity.activity === undefined ? missing : sentence(entity.activity)],
          entity.activity_description ? ['Description', entity.activity_description] : null,
          ['Products', entity.products?.map(sentence).join(', ') ?? missing],
          [
            'Expected each month',
            volumes === undefined ? (
              missing
            ) : (
              <span key="volumes">
                <Money amount={volumes.monthly_volume} currency={volumes.currency} /> in {volumes.monthly_transactions}{' '}
                transactions
              </span>
            ),
          ],
          ['Source of funds', entity.source_of_funds ?? missing],
          [
            'Licences',
            licences.length === 0
              ? 'none'
              : licences.map(({ kind, authority, number }) => `${kind}, ${authority} ${number}`).join('; '),
          ],
        ]}
      />
    </Section>
  )
}
