import { machines } from '@specie/protocol/machines.ts'
import { type RowOf, useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts } from '../../kit/page.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'
import { railTypes } from './words.ts'

/** Suspend a rail, close it, or propose to resume it. */
export function RailActs({ id }: { id: string }) {
  const rail = useCall('rails', { railid: id })
  return (
    <TwoPeople title="Rail" kind="rail.resume" subject={id}>
      <Loaded query={rail}>{({ items: [one] }) => (one === undefined ? null : <Acts rail={one} />)}</Loaded>
    </TwoPeople>
  )
}

function Acts({ rail }: { rail: RowOf<'rails'> }) {
  const { railid: id, railtype, institution, state, under_way, reason } = rail
  const events = machines.payment_rail.states[state]
  const name = `${railTypes[railtype]} of ${institution}`
  return (
    <div className="stack">
      <Facts
        rows={[
          ['Direction', railTypes[railtype]],
          [
            'In progress',
            <Link key="p" className="link" to={`/rails/payments?railid=${id}`}>
              {under_way === 1 ? '1 payment' : `${under_way} payments`}
            </Link>,
          ],
          reason === null ? null : ['Why', reason],
        ]}
      />
      {'suspend' in events && (
        <ActButton
          call="suspendRail"
          input={{ id }}
          act="rails.suspend"
          label="Suspend"
          title={`Suspend: ${name}`}
          danger
          wide
        >
          Takes effect at once. Money that arrives over it is returned until two people resume it.
        </ActButton>
      )}
      {'reinstate' in events && (
        <ActButton
          call="proposeRailResume"
          input={{ railid: id }}
          act="rails.propose"
          label="Request to resume it"
          title={`Resume: ${name}`}
          wide
          second="rail.resume"
        >
          Money that arrives over it is converted and sent on again.
        </ActButton>
      )}
      {'close' in events && (
        <ActButton call="closeRail" input={{ id }} act="rails.close" label="Close" title={`Close: ${name}`} danger wide>
          Cannot be undone. Money that arrives over it is returned. The institution can add another rail.
        </ActButton>
      )}
    </div>
  )
}
