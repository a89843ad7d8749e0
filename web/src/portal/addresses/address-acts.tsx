import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import type { Address } from './words.ts'

type Act = 'suspend' | 'reinstate' | 'remove'

export function AddressActs({ address: { addressid, label, state, suspended_by } }: { address: Address }) {
  const [asking, setAsking] = useState<Act | null>(null)
  return (
    <div className="row">
      {state === 'active' && <Button onClick={() => setAsking('suspend')}>Suspend</Button>}
      {state === 'suspended' && suspended_by === 'institution' && (
        <Button onClick={() => setAsking('reinstate')}>Reinstate</Button>
      )}
      {state !== 'revoked' && state !== 'rejected' && (
        <Button danger onClick={() => setAsking('remove')}>
          Remove
        </Button>
      )}
      {asking !== null && <Ask act={asking} id={addressid} label={label} close={() => setAsking(null)} />}
    </div>
  )
}

const words: Record<Act, { act: string; effect: string }> = {
  suspend: { act: 'Suspend', effect: 'At once. Transfers that are not signed yet wait until you reinstate it.' },
  reinstate: { act: 'Reinstate', effect: 'Coins can be sent there again, and transfers that wait go on.' },
  remove: {
    act: 'Remove',
    effect: 'For good. It can be added again, and is then checked, proved and cooled off again.',
  },
}

function Ask({ act, id, label, close }: { act: Act; id: string; label: string; close: () => void }) {
  const change = useAct(`${act}Address`, close)
  const word = words[act]
  return (
    <Confirm
      open
      onClose={close}
      title={`${word.act} address ${label}`}
      act={word.act}
      danger={act === 'remove'}
      reason="required"
      busy={change.isPending}
      error={change.error}
      onConfirm={(reason) => change.mutate({ id, reason })}
    >
      {word.effect}
    </Confirm>
  )
}
