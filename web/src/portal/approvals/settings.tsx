import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { ApprovalsHead } from './head.tsx'
import style from './approvals.module.css'
import { type Kind, KindPanel } from './kind-panel.tsx'

/** The acts for which an institution can require two people. */
const kinds: { readonly [kind in Kind]: { note: string; isPayment: boolean } } = {
  'member.withdrawal': {
    note: 'Fiat to a bank account, including redemptions to it; coins or crypto to a wallet.',
    isPayment: true,
  },
  'member.mint': { note: 'Coins that are minted directly to an external wallet.', isPayment: true },
  'member.address': { note: 'A new wallet as a destination.', isPayment: false },
  'member.bank_account': { note: 'A new bank account as a destination.', isPayment: false },
  'member.key': { note: 'A key with more scopes than read.', isPayment: false },
}

/** The acts that need two people, and from which amount. */
export function Page() {
  const chosen = useCall('secondPerson', {})
  const mayChange = mayDo(useMe(), 'company.settings')
  return (
    <>
      <ApprovalsHead />
      <div className={style['kinds']}>
        <Checkers />
        {!mayChange && <Banner>An administrator of your company chooses this.</Banner>}
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

/** The people who can decide. Without an approver, requests would wait until they expire. */
function Checkers() {
  const members = useCall('listMembers', {})
  const names = (members.data?.items ?? [])
    .filter(({ state, roles }) => state === 'active' && roles.includes('approver') && !roles.includes('admin'))
    .map(({ name }) => name)
  if (members.data === undefined) return null
  if (names.length === 0)
    return (
      <Banner tone="waits" title="No approver yet.">
        First give the role Approver to a person who is not an administrator, under{' '}
        <Link className="link" to="/people">
          People
        </Link>
        . Otherwise a request waits until it expires.
      </Banner>
    )
  return (
    <Banner>
      These people decide: {names.join(', ')}. You cannot decide on your own request, and a request expires after seven
      days. Once an action needs two people, only an approver can approve another approver.
    </Banner>
  )
}
