import { ActButton } from '../../app/act-button.tsx'
import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import type { Key } from './words.ts'

/** What this person can do with a key in its current state. */
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
          The service refuses its next call. Earlier requests of the key continue. You can unfreeze it.
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
          The service accepts its calls again.
        </ActButton>
      )}
      {status !== 'revoked' && (
        <ActButton call="revokeKey" input={input} act="keys.edit" label="Revoke" title={`Revoke key ${label}`} danger>
          The service refuses its next call. This cannot be undone. Give your programs a new key first.
        </ActButton>
      )}
    </div>
  )
}
