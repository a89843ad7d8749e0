import type { ActName } from '@specie/protocol/people/acts.ts'
import { nextStep, type StepCode } from '@specie/protocol/onboarding/steps.ts'
import { useCall, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { useSettlementClock } from '../../app/settlement-time.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Empty, ErrorState, Skeleton } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { opens } from '../company/agreements/words.ts'
import { type Company, productWords } from '../company/words.ts'
import style from './overview.module.css'
import { stepWords } from './steps.ts'
import { WaitingItem, type WaitingProps } from './waiting-item.tsx'

type Item = WaitingProps & { key: string }

/**
 * Tasks of this person or the company, and addresses that cool off. `hasSteps`: the page shows the steps of the company, and
 * the next one has its button there.
 */
export function WaitsForYou({ hasSteps }: { hasSteps: boolean }) {
  const all = [useApprovals(), useAgreements(), useQuestions(), useNextStep(hasSteps), useCooling()]
  const items = all.flatMap((one) => one.items)
  const failed = all.find(({ error }) => error !== null)
  const isPending = all.some((one) => one.isPending)
  return (
    <Panel title="Waits for you" note={items.length === 0 ? undefined : items.length}>
      {failed !== undefined && <ErrorState error={failed.error} retry={failed.retry} />}
      {failed === undefined && isPending && items.length === 0 && <Skeleton />}
      {failed === undefined && !isPending && items.length === 0 && (
        <Empty title="There is nothing for you to do.">
          Approvals, agreements and questions from our team appear here.
        </Empty>
      )}
      <ul className={style['waits']}>
        {items.map(({ key, ...item }) => (
          <WaitingItem key={key} {...item} />
        ))}
      </ul>
    </Panel>
  )
}

type Source = { items: Item[]; isPending: boolean; error: unknown; retry: () => void }

/** Those that this person may decide on: not their own. */
function useApprovals(): Source {
  const me = useMe()
  const list = useList('portalApprovals', { state: 'waiting' })
  const mayDecide = mayDo(me, 'requests.decide')
  const items = list.rows
    .filter(({ maker }) => mayDecide && maker.id !== me.person.id)
    .map((approval) => ({
      key: approval.id,
      tone: 'waits' as const,
      title: approval.title,
      to: `/approvals/${approval.id}`,
      act: 'Review and decide',
      says: (
        <>
          Requested by {approval.maker.name}. Expires <Time at={approval.expires_at} />.
        </>
      ),
    }))
  return { items, ...list }
}

function useAgreements(): Source {
  const list = useList('agreements', {})
  const maySign = mayDo(useMe(), 'agreements.sign')
  const items = list.rows
    .filter(({ status }) => status === 'sent')
    .map(({ agreementid, product }) => ({
      key: agreementid,
      tone: 'waits' as const,
      title: `Sign the agreement: ${productWords[product]}`,
      to: `/company/agreements/${agreementid}`,
      says: maySign ? `It covers: ${opens[product]}` : 'Only an administrator of your company can sign it.',
      ...(maySign && { act: 'Read and sign' }),
    }))
  return { items, ...list }
}

/** Questions of our staff about the company. */
function useQuestions(): Source {
  const company = useCall('company', {})
  const items = (company.data?.requests ?? [])
    .filter(({ answered_at }) => answered_at === null)
    .map(({ id, question, due_at }) => ({
      key: id,
      tone: 'waits' as const,
      title: 'A question from our team',
      to: '/company',
      says: (
        <>
          {question ?? 'The text was erased.'} Answer by <Time at={due_at} day />.
        </>
      ),
    }))
  return { items, isPending: company.isPending, error: company.error, retry: () => void company.refetch() }
}

/** The next step of the company, as in its checklist. Agreements have items of their own. */
function useNextStep(isShown: boolean): Source {
  const me = useMe()
  const company = useCall('company', {})
  const next = company.data && nextStep(company.data.steps)
  const waits = next !== undefined && next.by === 'institution' && next.code !== 'agreements'
  const items = waits ? [itemOf(next.code, company.data!, (right) => mayDo(me, right), isShown)] : []
  return { items, isPending: company.isPending, error: company.error, retry: () => void company.refetch() }
}

function itemOf(code: StepCode, company: Company, may: (right: ActName) => boolean, isShown: boolean): Item {
  const { title, note, to = '/company', act, right } = stepWords(code, company)
  const mayAct = right !== undefined && may(right)
  return {
    key: code,
    tone: 'waits',
    title,
    to,
    says: mayAct ? note : `${note} Your role does not allow this. Ask an administrator of your company.`,
    ...(mayAct && act !== undefined && !isShown && { act }),
  }
}

function useCooling(): Source {
  const list = useList('addresses', { status: 'Cooling' })
  const { now } = useSettlementClock()
  const items = list.rows.map(({ addressid, label, blockchain, usable_from }) => {
    const left = usable_from === null ? 0 : Date.parse(usable_from) - now
    return {
      key: addressid,
      tone: 'waits' as const,
      title: 'An address is in its cooling-off period',
      to: `/addresses/${addressid}`,
      says: `${label} on ${chainName(blockchain)} can be used ${left > 0 ? `in ${durationText(left)}` : 'in a moment'}.`,
    }
  })
  return { items, ...list }
}
