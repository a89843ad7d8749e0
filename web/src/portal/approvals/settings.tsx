import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { ApprovalsHead } from './head.tsx'
import style from './approvals.module.css'
import { type Kind, KindPanel } from './kind-panel.tsx'

/** What an institution can choose, with what the choice means. */
const kinds: { readonly [kind in Kind]: { note: string; isPayment: boolean } } = {
  'member.withdrawal': {
    note: 'Fiat to a bank account, also by redeeming coins to it; coins or crypto to a wallet.',
    isPayment: true,
  },
  'member.mint': { note: 'Coins that are minted straight to a wallet outside.', isPayment: true },
  'member.address': { note: 'A wallet that money can be sent to.', isPayment: false },
  'member.bank_account': { note: 'An account that fiat can be paid to.', isPayment: false },
  'member.key': { note: 'A key that may do more than read.', isPayment: false },
}

/** What needs two people of the institution, and from which amount on. */
export function Page() {
  const chosen = useCall('secondPerson', {})
  const mayChange = mayDo(useMe(), 'company.settings')
  return (
    <>
      <ApprovalsHead />
      <div className={style['kinds']}>
        <Checkers />
        {!mayChange && <Banner>An administrator of your institution chooses this.</Banner>}
        <Loaded query={chosen} lines={8}>
          {(data) =>
            (Object.keys(kinds) as Kind[]).map((kind) => (
              <KindPanel
                key={`${kind} ${JSON.stringify(data.kinds.includes(kind))} ${JSON.stringify(data.amounts.filter((one) => one.kind === kind))}`}
                kind={kind}
                title={approvalKinds[kind].does}
                {...kinds[kind]}
                needed={data.kinds.includes(kind)}
                amounts={data.amounts
                  .filter((one) => one.kind === kind)
                  .map(({ asset, amount }) => ({ asset, amount }))}
                mayChange={mayChange}
              />
            ))
          }
        </Loaded>
      </div>
    </>
  )
}

/** Who could decide: without somebody else, what needs two people would wait for ever. */
function Checkers() {
  const members = useCall('listMembers', {})
  const names = (members.data?.items ?? [])
    .filter(({ state, roles }) => state === 'active' && roles.includes('approver') && !roles.includes('admin'))
    .map(({ name }) => name)
  if (members.data === undefined) return null
  if (names.length === 0)
    return (
      <Banner tone="waits" title="No approver yet.">
        Give somebody who is no administrator the role Approver first, under{' '}
        <Link className="link" to="/people">
          People
        </Link>
        : otherwise a request waits until it expires.
      </Banner>
    )
  return (
    <Banner>
      These people decide: {names.join(', ')}. You cannot decide on your own request, and a request expires after seven
      days. Once something needs two people, only they let another approver in.
    </Banner>
  )
}
