import { approvalKinds, type ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import type { ReactNode } from 'react'
import { Id } from '../../kit/value/id.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import type { Approval } from './approval.ts'
import style from './payload.module.css'

type Value = string | number | boolean | null | readonly string[] | { readonly [name: string]: Value }
type Fields = Readonly<Record<string, Value>>

const textIn = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')

const doesOf = (kind: string): string => (kind in approvalKinds ? approvalKinds[kind as ApprovalKind].does : kind)

/** Every field of it, because every field is hashed and signed. */
export function Payload({ approval }: { approval: Approval }) {
  const fields = JSON.parse(approval.payload) as Fields
  const rows = Object.entries(fields)
    .filter(([name]) => !(name === 'asset' && 'quantity' in fields))
    .toSorted(([a], [b]) => rank(a) - rank(b))
  return (
    <>
      <Facts
        left
        rows={[
          ...rows.map(
            ([name, value]) => [words[name] ?? lastWords[name] ?? sentence(name), shown(name, value, fields)] as const,
          ),
          ['SHA-256 of the payload', <Id key="hash" value={approval.payload_hash} />],
        ]}
      />
      <details className={style['exact']}>
        <summary>Hashed payload</summary>
        <pre className="mono">{approval.payload}</pre>
      </details>
    </>
  )
}

/** In reading order; other fields come before the last two. */
const words: Record<string, string> = {
  label: 'Label',
  scopes: 'Scopes',
  quantity: 'Amount',
  blockchain: 'Chain',
  paid_to: 'Address or account',
  publickey: 'Public key',
  ip_allowlist: 'Networks',
  nonce_window_ms: 'Nonce window, milliseconds',
  replaces: 'Replaces key',
  overlap_hours: 'Both work for, hours',
  person: 'Person',
  roles: 'All roles afterwards',
  kind: 'Act',
  amounts: 'One person is enough up to',
}
const lastWords: Record<string, string> = { id: 'Payment', institutionid: 'Institution' }

const order = [...Object.keys(words), 'another', ...Object.keys(lastWords)]
const rank = (name: string): number => order.indexOf(order.includes(name) ? name : 'another')

function shown(name: string, value: Value, fields: Fields): ReactNode {
  if (value === null) return <span className="muted">{name === 'amounts' ? 'no approval needed' : 'none'}</span>
  if (typeof value === 'string') return textShown(name, value, fields)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value
  if (isList(value)) return value.length === 0 ? <span className="muted">any</span> : value.join(', ')
  if (name === 'amounts') return <Amounts amounts={value as Record<string, string>} />
  return <Facts left rows={Object.entries(value).map(([part, one]) => [sentence(part), shown(part, one, {})])} />
}

const isList = (value: Value): value is readonly string[] => Array.isArray(value)

function textShown(name: string, text: string, fields: Fields): ReactNode {
  if (name === 'quantity') return <Money amount={text} currency={textIn(fields, 'asset')} />
  if (name === 'blockchain') return chainName(text)
  if (name === 'kind' && 'amounts' in fields) return doesOf(text)
  if (name === 'expires_at') return <Time at={text} />
  return text.length > 24 && !text.includes(' ') ? <Id value={text} /> : text
}

function Amounts({ amounts }: { amounts: Readonly<Record<string, string>> }) {
  const rows = Object.entries(amounts)
  if (rows.length === 0) return 'none: every payment needs approval'
  return rows.map(([asset, amount]) => (
    <div key={asset}>
      <Money amount={amount} currency={asset} />
    </div>
  ))
}
