import type { ReactNode } from 'react'
import { countryName } from '../../../kit/value/country.ts'
import { Money } from '../../../kit/value/money.tsx'
import { Facts, Section } from '../../../kit/page.tsx'
import { postalText } from '../../../kit/value/postal.ts'
import { Time } from '../../../kit/value/time.tsx'
import { activityWords, type Company, type Entity, productWords, roleWords } from '../words.ts'
import style from './application.module.css'
import { DocumentFile } from './document-file.tsx'

/** All data of the company. */
export function Summary({ company: { entity, persons, documents } }: { company: Company }) {
  return (
    <div className={style['summary']}>
      <Section title="Company">
        <Facts
          left
          rows={[
            ['Legal name', orUnanswered(entity.legal_name)],
            entity.trading_name ? ['Trading name', entity.trading_name] : null,
            ['Country', orUnanswered(entity.country && countryName(entity.country))],
            ['Incorporated on', orUnanswered(entity.incorporated_on && <Time at={entity.incorporated_on} day />)],
            [
              'Registration',
              orUnanswered(
                entity.registration_number &&
                  `${entity.registration_number}${entity.registration_authority ? `, ${entity.registration_authority}` : ''}`,
              ),
            ],
            entity.lei
              ? [
                  'LEI',
                  <span key="lei" className="mono">
                    {entity.lei}
                  </span>,
                ]
              : null,
          ]}
        />
      </Section>
      <Section title="Addresses and activity">
        <Facts
          left
          rows={[
            ['Registered address', orUnanswered(entity.registered_address && postalText(entity.registered_address))],
            ['Business address', orUnanswered(entity.business_address && postalText(entity.business_address))],
            ['Activity', orUnanswered(entity.activity && activityWords[entity.activity])],
            ['Description', orUnanswered(entity.activity_description)],
            ['Source of funds', orUnanswered(entity.source_of_funds)],
            ['Products', orUnanswered(entity.products?.map((product) => productWords[product]).join(', '))],
            [
              'Expected each month',
              orUnanswered(entity.expected_volumes && <Volumes volumes={entity.expected_volumes} />),
            ],
            [
              'Licences',
              orUnanswered(
                entity.licences &&
                  (entity.licences.map(({ authority, kind, number }) => `${kind}, ${authority} ${number}`).join('; ') ||
                    'none'),
              ),
            ],
          ]}
        />
      </Section>
      <Section title="People" note={entity.without_owner ? 'no person holds 25 % or more' : undefined}>
        {persons.length === 0 ? (
          <p className="s13 muted">No person yet.</p>
        ) : (
          <Facts
            left
            rows={persons.map(({ id, roles, data }, i) => [
              data?.name ?? `Erased ${i + 1}`,
              <PersonFacts key={id} roles={roles} data={data} />,
            ])}
          />
        )}
      </Section>
      <Section title="Documents">
        {documents.length === 0 ? (
          <p className="s13 muted">No document yet.</p>
        ) : (
          <ul className={style['files']}>
            {documents.map((document) => (
              <DocumentFile key={document.id} document={document} all={documents} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

const orUnanswered = (value: ReactNode): ReactNode =>
  value === undefined || value === null || value === '' ? <span className="muted">not answered yet</span> : value

function Volumes({
  volumes: { currency, monthly_volume, monthly_transactions },
}: {
  volumes: NonNullable<Entity['expected_volumes']>
}) {
  return (
    <>
      <Money amount={monthly_volume} currency={currency} /> in {monthly_transactions.toLocaleString('en')} payments and
      orders
    </>
  )
}

function PersonFacts({ roles, data }: Pick<Company['persons'][number], 'roles' | 'data'>) {
  return (
    <>
      {roles.map((role) => roleWords[role]).join(', ')}
      {data?.share && ` · ${data.share} %`}
      {data && (
        <small>
          Born <Time at={data.birth_date} day /> in {countryName(data.birth_country)}. Nationality:{' '}
          {countryName(data.nationality)}. Lives at {postalText(data.residence)}.
          {data.chain &&
            data.chain.length > 0 &&
            ` Holds through ${data.chain.map(({ name, share }) => `${name} (${share} %)`).join(', then ')}.`}
          {data.politically_exposed && ' Politically exposed.'}
        </small>
      )}
    </>
  )
}
