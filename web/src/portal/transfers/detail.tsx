import { useCall, whileConfirming } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Empty, ErrorState, Skeleton } from '../../kit/loading.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { DepositDetail } from './deposit-detail.tsx'
import { WithdrawalDetail } from './withdrawal-detail.tsx'

/** A deposit or a withdrawal. Both have the same kind of address. */
export function Page() {
  const id = usePathId()
  const deposits = useCall('queryDeposits', { depositid: id }, whileConfirming)
  const withdrawals = useCall('queryWithdrawals', { withdrawalid: id }, whileConfirming)
  const [deposit] = deposits.data?.deposits ?? []
  const [withdrawal] = withdrawals.data?.withdrawals ?? []
  if (deposit !== undefined) return <DepositDetail deposit={deposit} />
  if (withdrawal !== undefined) return <WithdrawalDetail withdrawal={withdrawal} />
  const error = deposits.error ?? withdrawals.error
  if (error !== null)
    return (
      <ErrorState
        error={error}
        retry={() => {
          void deposits.refetch()
          void withdrawals.refetch()
        }}
      />
    )
  if (deposits.isPending || withdrawals.isPending) return <Skeleton lines={8} />
  return (
    <Empty
      title="There is no such transfer."
      acts={
        <Link className="btn" to="/transfers">
          To all transfers
        </Link>
      }
    />
  )
}
