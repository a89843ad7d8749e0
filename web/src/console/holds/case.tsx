import { holdReasonWords } from '@specie/protocol/holds.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { type Happened, History } from '../history.tsx'
import { Decision } from './decision.tsx'
import { Figures } from './figures.tsx'
import { RelatedMoney } from './related.tsx'
import { Screening } from './screening.tsx'
import { HoldReason, whyWords } from './hold-reason.tsx'
import { HeldExchange } from './exchange.tsx'
import { placedBy } from './automatic-end.ts'
import style from './case.module.css'
import type { HoldCase } from './hold-case.ts'

/** All facts for the decision on a hold. */
export function Page() {
  const found = useCall('holdCase', { id: usePathId() })
  return <Loaded query={found}>{(data) => <Case found={data} />}</Loaded>
}

function Case({ found }: { found: HoldCase }) {
  const { hold, client, thing, other_holds } = found
  const what = thing?.title ?? sentence(hold.on)
  const isOpen = stateOf(hold.state).tone === 'held'
  const others = other_holds.filter(({ state }) => stateOf(state).tone === 'held')
  return (
    <>
      <PageHead
        title={`${what}, ${client.name}`}
        crumbs={[
          { title: 'Queue', to: '/' },
          { title: 'Holds', to: '/holds' },
        ]}
        badge={<HoldBadge hold={hold} />}
        sub={
          <>
            Placed by {placedBy(hold)}, <Time at={hold.created_at} />
            {isOpen && (
              <>
                {' '}
                · held for {durationText(Math.max(0, Date.now() - Date.parse(hold.created_at)))} · {clientSees(hold)}
              </>
            )}
          </>
        }
      />
      <div className="split">
        <div>
          <Figures found={found} />
          {others.length > 0 && (
            <div className={style['note']}>
              <Banner tone="held" title={others.length === 1 ? 'One more hold.' : `${others.length} more holds.`}>
                It stays held until all of them are decided:{' '}
                {others.map(({ holdid, reason }, i) => (
                  <span key={holdid}>
                    {i > 0 && ', '}
                    <Link className="link" to={`/holds/${holdid}`}>
                      {holdReasonWords[reason]}
                    </Link>
                  </span>
                ))}
                .
              </Banner>
            </div>
          )}
          <HoldReason found={found} isOpen={isOpen} />
          <CaseLink caseid={found.caseid} />
          <HeldExchange found={found} />
          {found.screening.hits.length > 0 && <Screening screening={found.screening} />}
          <RelatedMoney found={found} />
          <Section title="History" note="newest first" end={<AuditLink holdid={hold.holdid} />}>
            <History events={found.history.filter(isNotRepeated).map(happened)} />
          </Section>
        </div>
        <Decision found={found} />
      </div>
    </>
  )
}

function CaseLink({ caseid }: { caseid: string | null }) {
  if (!mayDo(useMe(), 'cases.read') || caseid === null) return null
  return (
    <p className="s13">
      <Link className="link" to={`/cases/${caseid}`}>
        The case that it is in
      </Link>
    </p>
  )
}

function HoldBadge({ hold: { state, reason } }: { hold: HoldCase['hold'] }) {
  const { tone, word } = stateOf(state)
  return (
    <Badge tone={tone} box>
      {tone === 'held' ? `Held, ${holdReasonWords[reason]}` : word}
    </Badge>
  )
}

/** What the institution sees in the API and in the portal. */
const clientSees = ({ reason }: HoldCase['hold']): string =>
  reason === 'approval_required'
    ? 'the client sees «Waiting for approval»'
    : `the client sees «Under review»; the reason in the API is ${holdReasonWords[reason]}`

function AuditLink({ holdid }: { holdid: string }) {
  if (!mayDo(useMe(), 'audit.read')) return null
  return (
    <Link className="link" to={`/audit?subject=${encodeURIComponent(holdid)}`}>
      Audit entries
    </Link>
  )
}

type Event = HoldCase['history'][number]

/** Drops the states that the audit log of the hold shows as well. */
const isNotRepeated = ({ what, of }: Event, _: number, all: readonly Event[]): boolean =>
  of === 'thing' || !all.some((other) => other.what === `hold.${what}`)

function happened({ at, what, of, actor, actor_name, why }: Event): Happened {
  const { tone, word } = stateOf(what.replace(/^hold\./, ''))
  const by = actor_name ?? sentence(actor)
  return {
    at,
    title: of === 'thing' ? word : sentence(what),
    tone,
    note: why === null || why === '' ? by : `${by}: ${whyWords(why)}`,
  }
}
