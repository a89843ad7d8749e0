import { ActButton } from '../../app/act-button.tsx'
import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import type { Key } from './words.ts'

/** What can be done with a key in its state, by this person. */
export function KeyActs({ apiKey: { keyid: id, label, status } }: { apiKey: Key }) {
  const mayEdit = mayDo(useMe(), 'keys.edit')
  const input = { id }
  return (
    <div className="row">
      {mayEdit && status === 'active' && (
        <Link className="btn" to={`/developers/new?replaces=${id}`}>
          Replace
        </Link>
      )}
      {(status === 'active' || status === 'rotating') && (
        <ActButton call="freezeKey" input={input} act="keys.freeze" label="Freeze" title={`Freeze key ${label}`}>
          Its next call is refused. Everything that it has asked for goes on. You can unfreeze it.
        </ActButton>
      )}
      {status === 'frozen' && (
        <ActButton
          call="unfreezeKey"
          input={input}
          act="keys.unfreeze"
          label="Unfreeze"
          title={`Unfreeze key ${label}`}
        >
          Its calls are accepted again.
        </ActButton>
      )}
      {status !== 'revoked' && (
        <ActButton call="revokeKey" input={input} act="keys.edit" label="Revoke" title={`Revoke key ${label}`} danger>
          Its next call is refused, for good. It cannot be undone: programs that use it need a new key first.
        </ActButton>
      )}
    </div>
  )
}
