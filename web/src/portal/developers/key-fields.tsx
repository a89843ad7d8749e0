import { type Scope, scopes as allScopes } from '@specie/protocol/endpoints/endpoint.ts'
import type { Input } from '../../api/call.ts'
import { type CallError, errorAt } from '../../api/error.ts'
import { Check, Choose, Field, TextArea } from '../../kit/form/field.tsx'
import { scopeWords, windowChoices } from './words.ts'
import style from './page.module.css'

export const blankKey = {
  label: '',
  scopes: ['read'] as Scope[],
  networks: '',
  expires: '',
  window: '30000',
  overlap: '24',
}
export const fieldNames = ['publickey', 'label', 'ip_allowlist', 'expires_at', 'nonce_window_ms', 'scopes']

export const requestOf = (
  { label, scopes, networks, expires, window, overlap }: typeof blankKey,
  replaces: string | undefined,
) =>
  ({
    label,
    scopes,
    ip_allowlist: networksIn(networks),
    expires_at: expires === '' ? null : `${expires}T23:59:59Z`,
    nonce_window_ms: window === '' ? null : Number(window),
    ...(replaces !== undefined && { replaces, overlap_hours: Number(overlap) }),
  }) satisfies Omit<Input<'registerKey'>, 'publickey'>

export const networksIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '')

export const overlaps = [
  { value: '0', label: 'At once' },
  { value: '1', label: 'After 1 hour' },
  { value: '24', label: 'After 1 day' },
  { value: '72', label: 'After 3 days' },
  { value: '168', label: 'After 7 days' },
]

type Props = {
  fields: typeof blankKey
  change: (fields: typeof blankKey) => void
  isSuccessor: boolean
  error: CallError | null
}

export function KeyFields({ fields, change, isSuccessor, error }: Props) {
  const set = (part: Partial<typeof blankKey>) => change({ ...fields, ...part })
  return (
    <div className="stack">
      <Field
        label="Name"
        name="label"
        value={fields.label}
        onChange={(label) => set({ label })}
        maxLength={64}
        placeholder="trading-1"
        hint="Shown in lists, in the audit log and beside each movement."
        error={error}
      />
      <Scopes chosen={fields.scopes} choose={(scopes) => set({ scopes })} problem={errorAt(error, 'scopes')} />
      <TextArea
        label="Allowed networks"
        aside="one per line; leave empty to allow any address"
        name="ip_allowlist"
        rows={3}
        spellCheck={false}
        placeholder={'203.0.113.0/24\n2001:db8::/64'}
        value={fields.networks}
        onChange={(networks) => set({ networks })}
        error={error}
      />
      <div className={style['pair']}>
        <Field
          label="Expires"
          aside="optional"
          name="expires_at"
          type="date"
          value={fields.expires}
          onChange={(expires) => set({ expires })}
          hint="At the end of this day, UTC."
          error={error}
        />
        <Choose
          label="Age of a call"
          name="nonce_window_ms"
          value={fields.window}
          onChange={(window) => set({ window })}
          options={windowChoices}
          hint="The service refuses older calls. Nonces must then be UNIX milliseconds."
          error={error}
        />
      </div>
      {isSuccessor && (
        <Choose
          label="The old key ends"
          name="overlap_hours"
          value={fields.overlap}
          onChange={(overlap) => set({ overlap })}
          options={overlaps}
          hint="Counted from the proof of the new key. Until then both work."
          error={error}
        />
      )}
    </div>
  )
}

function Scopes({
  chosen,
  choose,
  problem,
}: {
  chosen: readonly Scope[]
  choose: (scopes: Scope[]) => void
  problem: string | null
}) {
  return (
    <fieldset className={style['scopes']}>
      <legend>Scopes</legend>
      {allScopes.map((scope) => (
        <Check
          key={scope}
          checked={chosen.includes(scope)}
          onChange={(is) => choose(allScopes.filter((one) => (one === scope ? is : chosen.includes(one))))}
          label={
            <>
              <b>{scopeWords[scope].title}</b> <span className="muted">{scopeWords[scope].does}</span>
            </>
          }
        />
      ))}
      {problem !== null && <p className="is-broken small">{problem}</p>}
    </fieldset>
  )
}
