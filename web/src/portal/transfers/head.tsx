import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { to: '/transfers', title: 'All transfers' },
  { to: '/transfers/deposits', title: 'Deposits' },
  { to: '/transfers/withdrawals', title: 'Withdrawals' },
]

/** The head of the three lists. */
export function TransfersHead() {
  const mayWithdraw = mayDo(useMe(), 'money.withdraw')
  return (
    <>
      <PageHead
        title="Transfers"
        sub="Deposits and withdrawals of money and coins."
        acts={
          <>
            {mayWithdraw && (
              <Link className="btn" to="/transfers/withdraw">
                Withdraw
              </Link>
            )}
            <DepositLink />
          </>
        }
      />
      <Tabs label="Transfers" tabs={tabs} />
    </>
  )
}

export function DepositLink() {
  return (
    <Link className="btn main-act" to="/transfers/deposit">
      Deposit
    </Link>
  )
}
