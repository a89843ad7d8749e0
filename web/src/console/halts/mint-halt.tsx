import { type RowOf } from '../../api/use-call.ts'
import { Time } from '../../kit/value/time.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'

type Props = { asset: string; halt: RowOf<'mintHalts'> | undefined }

/** The kill switch of a coin: one person pulls it, two lift it. */
export function MintSwitch({ asset, halt }: Props) {
  return (
    <TwoPeople title={`Minting of ${asset}`} kind="mint.resume" subject={asset}>
      <div className="stack">
        {halt === undefined ? (
          <>
            <p className="s13">It is minted on every chain that has its contract.</p>
            <ActButton
              call="haltMint"
              input={{ asset }}
              act="mint.halt"
              label={`Halt minting of ${asset}`}
              title={`Halt the minting of ${asset}`}
              danger
              wide
            >
              At once and on every chain: no new {asset} comes into being. Mints that were asked for wait. Two people
              are needed to lift it.
            </ActButton>
          </>
        ) : (
          <>
            <p className="s13">
              <b>Halted</b> by {halt.actor === 'service' ? 'the service itself' : halt.actor}, <Time at={halt.since} />.{' '}
              {halt.reason}
            </p>
            <ActButton
              call="proposeMintResume"
              input={{ asset }}
              act="chains.propose"
              label="Propose to mint again"
              title={`Let ${asset} be minted again`}
              wide
              second="mint.resume"
            >
              When the cause is gone. Mints that wait go on by themselves.
            </ActButton>
          </>
        )}
      </div>
    </TwoPeople>
  )
}
