import { assets } from '@specie/protocol/assets.ts'
import type { Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { Banner } from '../../kit/banner.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Skeleton } from '../../kit/loading.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName, percent } from '../../kit/value/names.ts'
import { Facts } from '../../kit/page.tsx'
import { accountText } from '../account-text.ts'
import type { RailType } from './words.ts'

const shownAtFields = [
  'instructions.asset',
  'instructions.blockchain',
  'sender.partyname.name',
  'sender.address.country',
  'sender.partytype',
  'destination',
]

type Props = {
  railtype: RailType
  coin: 'VCHF' | 'VGBP'
  chain: string
  answer: Output<'addPaymentRail'> | undefined
  error: CallError | null
  isChecking: boolean
}

/** What a rail would do, by the service's own dry run. */
export function RailConsequence({ railtype, coin, chain, answer, error, isChecking }: Props) {
  if (error !== null) return <FormError error={error} fields={shownAtFields} />
  if (answer === undefined)
    return isChecking ? (
      <Skeleton lines={4} />
    ) : (
      <p className="s13 muted">Enter the payer and the destination to see the cost and the effect.</p>
    )
  if (answer.status === 'rejected')
    return (
      <Banner tone="broken" title="This rail cannot be served.">
        {answer.reason}
      </Banner>
    )
  const isOn = railtype === 'FiatToStablecoin'
  const [fiat, minimum] = [assets[coin].fiat!, assets[coin].min_redeem!]
  return (
    <div className="stack" aria-live="polite">
      <p className="s13">
        {isOn
          ? `Each wire in ${fiat} to the rail’s own account becomes ${coin} on ${chainName(chain)}, in your wallet.`
          : `Each arrival of ${coin} at the rail’s own address is paid out in ${fiat}.`}
      </p>
      <Facts
        rows={[
          ['Setup', 'free'],
          ['Rate', `1 ${coin} for 1 ${fiat}`],
          ['Our fee', `${basisPoints(answer.payment_fee_bps ?? 0)} of each payment`],
          isOn ? ['Provider’s spread', 'added to each payment, which shows it'] : null,
          ['Minimum payment', moneyText(minimum, isOn ? fiat : coin)],
          [
            isOn ? 'Coins sent to' : 'Money paid to',
            <span key="to">
              {answer.destination}
              <small className="mono">{answer.address ?? accountText(answer.identifier ?? '')}</small>
            </span>,
          ],
          ['Ready in', 'about a minute'],
        ]}
      />
      {answer.status === 'held' && (
        <Banner tone="held" title="This rail will be reviewed first.">
          We review it before it opens. You do not need to do anything unless we ask you.
        </Banner>
      )}
    </div>
  )
}

/** 25 → «0.25 %». */
const basisPoints = (bps: number): string =>
  percent(`${Math.floor(bps / 10_000)}.${String(bps % 10_000).padStart(4, '0')}`)
