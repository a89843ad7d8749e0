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
            ['Legal name', said(entity.legal_name)],
            entity.trading_name ? ['Trading name', entity.trading_name] : null,
            ['Country', said(entity.country && countryName(entity.country))],
            ['Incorporated on', said(entity.incorporated_on && <Time at={entity.incorporated_on} day />)],
            [
              'Registration',
              said(
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
            ['Registered address', said(entity.registered_address && postalText(entity.registered_address))],
            ['Business address', said(entity.business_address && postalText(entity.business_address))],
            ['Activity', said(entity.activity && activityWords[entity.activity])],
            ['Description', said(entity.activity_description)],
            ['Source of funds', said(entity.source_of_funds)],
            ['Products', said(entity.products?.map((product) => productWords[product]).join(', '))],
            ['Expected each month', said(entity.expected_volumes && <Volumes volumes={entity.expected_volumes} />)],
            [
              'Licences',
              said(
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
              <DocumentFile key={document.id} document={document} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}

const said = (value: ReactNode): ReactNode =>
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
