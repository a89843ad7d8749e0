import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { Link } from '../../kit/link.tsx'
import type { Key } from './words.ts'

type Act = 'freeze' | 'unfreeze' | 'revoke'

/** What can be done with a key in its state, by this person. */
export function KeyActs({ apiKey: { keyid, label, status } }: { apiKey: Key }) {
  const me = useMe()
  const [asking, setAsking] = useState<Act | null>(null)
  const mayEdit = mayDo(me, 'keys.edit')
  const isInUse = status === 'active' || status === 'rotating'
  return (
    <div className="row">
      {mayEdit && status === 'active' && (
        <Link className="btn" to={`/developers/new?replaces=${keyid}`}>
          Replace
        </Link>
      )}
      {isInUse && mayDo(me, 'keys.freeze') && <Button onClick={() => setAsking('freeze')}>Freeze</Button>}
      {status === 'frozen' && mayEdit && <Button onClick={() => setAsking('unfreeze')}>Unfreeze</Button>}
      {status !== 'revoked' && mayEdit && (
        <Button danger onClick={() => setAsking('revoke')}>
          Revoke
        </Button>
      )}
      {asking !== null && <Ask act={asking} id={keyid} label={label} close={() => setAsking(null)} />}
    </div>
  )
}

const words: Record<Act, { act: string; effect: string }> = {
  freeze: {
    act: 'Freeze',
    effect: 'Its next call is refused. Everything that it has asked for goes on. You can unfreeze it.',
  },
  unfreeze: { act: 'Unfreeze', effect: 'Its calls are accepted again.' },
  revoke: {
    act: 'Revoke',
    effect: 'Its next call is refused, for good. It cannot be undone: programs that use it need a new key first.',
  },
}

function Ask({ act, id, label, close }: { act: Act; id: string; label: string; close: () => void }) {
  const change = useAct(`${act}Key`, close)
  const word = words[act]
  return (
    <Confirm
      open
      onClose={close}
      title={`${word.act} key ${label}`}
      act={word.act}
      danger={act === 'revoke'}
      reason="required"
      busy={change.isPending}
      error={change.error}
      onConfirm={(reason) => change.mutate({ id, reason })}
    >
      {word.effect}
    </Confirm>
  )
}
