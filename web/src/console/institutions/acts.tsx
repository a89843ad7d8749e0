import { machines } from '@specie/protocol/machines.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/confirm.tsx'
import type { Institution } from './institution.ts'

/** What staff can do to an institution, where its state allows it. */
export function Acts({ institution: { institutionid: id, name, state } }: { institution: Institution }) {
  const me = useMe()
  const [asking, setAsking] = useState<'suspend' | 'offboard' | null>(null)
  const close = () => setAsking(null)
  const suspend = useAct('suspendInstitution', close)
  const offboard = useAct('proposeOffboarding', close)
  const events = machines.kyb_case.states[state]
  return (
    <>
      {'suspend' in events && mayDo(me, 'institutions.suspend') && (
        <Button danger wide onClick={() => setAsking('suspend')}>
          Suspend
        </Button>
      )}
      {'offboard' in events && mayDo(me, 'kyb.work') && (
        <Button danger wide onClick={() => setAsking('offboard')}>
          Propose to offboard
        </Button>
      )}
      <Confirm
        open={asking === 'suspend'}
        onClose={close}
        title={`Suspend ${name}`}
        act="Suspend"
        danger
        reason="required"
        busy={suspend.isPending}
        error={suspend.error}
        onConfirm={(reason) => suspend.mutate({ id, reason })}
      >
        At once: its next request is refused. Two people can reinstate it.
      </Confirm>
      <Confirm
        open={asking === 'offboard'}
        onClose={close}
        title={`Offboard ${name}`}
        act="Propose"
        danger
        reason="required"
        busy={offboard.isPending}
        error={offboard.error}
        onConfirm={(reason) => offboard.mutate({ id, reason })}
      >
        For good, once somebody with the role MLRO approves it. Its personal data is erased when it need not be kept any
        longer.
      </Confirm>
    </>
  )
}
