import { type RowOf } from '../../api/use-call.ts'
import { Time } from '../../kit/value/time.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'

type Props = { asset: string; halt: RowOf<'mintHalts'> | undefined }

/** The kill switch of a coin: one person halts minting, two resume it. */
export function MintSwitch({ asset, halt }: Props) {
  return (
    <TwoPeople title={`Minting of ${asset}`} kind="mint.resume" subject={asset}>
      <div className="stack">
        {halt === undefined ? (
          <>
            <p className="s13">Minting runs on every chain with a contract.</p>
            <ActButton
              call="haltMint"
              input={{ asset }}
              act="mint.halt"
              label={`Halt minting of ${asset}`}
              title={`Halt the minting of ${asset}`}
              danger
              wide
            >
              Takes effect at once on every chain. No new {asset} is issued. Requested mints wait. Two people must
              approve its resumption.
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
              label="Request to resume minting"
              title={`Resume the minting of ${asset}`}
              wide
              second="mint.resume"
            >
              Once the cause is resolved. Waiting mints continue automatically.
            </ActButton>
          </>
        )}
      </div>
    </TwoPeople>
  )
}
