import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section, Stat } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { countryName } from '../../kit/value/country.ts'
import { sentence } from '../../kit/value/states.ts'
import { AgreementTexts } from './agreement-texts.tsx'
import style from './lists.module.css'
import { listTabs } from './tabs.ts'

type Lists = Output<'lists'>

/** Lists of countries, the intervals of reviews, and the texts of agreements. */
export function Page() {
  const lists = useCall('lists', {})
  return (
    <>
      <PageHead title="Lists" sub="Lists of countries, the intervals of reviews, and the texts of agreements." />
      <Tabs label="Lists" tabs={listTabs} />
      <Loaded query={lists} lines={8}>
        {(data) => (
          <>
            <Countries lists={data} />
            <Reviews lists={data} />
            <AgreementTexts texts={data.agreements} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Countries({ lists: { countries } }: { lists: Lists }) {
  return (
    <Section title="Countries" note="for the risk of an institution, its owners and directors">
      <div className="stack">
        {countries.map(({ name, effect, countries: codes }) => (
          <div key={name}>
            <h3 className={style['name']}>
              {name} <span className="muted">{codes.length}</span>
            </h3>
            <p className="s13 muted">{effect}</p>
            <p className="s13">{codes.map(countryName).toSorted().join(' · ')}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}

function Reviews({ lists: { reviews } }: { lists: Lists }) {
  return (
    <Section title="Periodic reviews" note="by the risk of an institution">
      <div className="stats">
        {reviews.map(({ risk_class, months }) => (
          <Stat key={risk_class} name={`${sentence(risk_class)} risk`}>
            every {months} months
          </Stat>
        ))}
      </div>
    </Section>
  )
}
