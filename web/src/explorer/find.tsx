import { useNavigate, useParams } from '@tanstack/react-router'
import { chains } from '@specie/protocol/chains.ts'
import { type FormEvent, useState } from 'react'
import { asCallError } from '../api/error.ts'
import { sandbox } from '../app/sandbox.ts'
import { chainName } from '../kit/value/names.ts'
import style from './explorer.module.css'

/** Paste a transaction, an address or the number of a block. */
export function FindOnChain() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const here = useParams({ strict: false })['chain']?.toUpperCase() ?? null
  const navigate = useNavigate()
  const find = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const path = await pathOf(text.trim(), here)
      setProblem(null)
      setText('')
      void navigate({ to: path })
    } catch (error) {
      setProblem(asCallError(error).message)
    }
  }
  return (
    <form className={style['find']} role="search" onSubmit={(event) => void find(event)}>
      <input
        type="search"
        aria-label="Find a transaction, an address or a block"
        placeholder="Transaction, address or block"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
      />
      {problem !== null && <p role="alert">{problem}</p>}
    </form>
  )
}

const evm = Object.entries(chains).flatMap(([code, { family }]) => (family === 'evm' ? [code] : []))

/** The page for this text. A transaction of an EVM chain may be on any of them, so each is asked. */
async function pathOf(text: string, here: string | null): Promise<string> {
  const isEvm = here !== null && evm.includes(here)
  if (/^\d{1,15}$/.test(text)) {
    if (here === null) throw new Error('Open a chain first, because every chain has a block of this number.')
    return `/${here}/block/${text}`
  }
  if (/^0x[0-9a-f]{64}$/i.test(text)) return evmTransaction(text, isEvm ? here : null)
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `/${isEvm ? here : 'ETH'}/address/${text}`
  if (/^[0-9a-f]{64}$/i.test(text)) return `/BTC/tx/${text.toLowerCase()}`
  if (/^(bc|tb|bcrt)1[a-z0-9]{8,}$/i.test(text)) return `/BTC/address/${text}`
  if (/^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(text)) return `/SOL/tx/${text}`
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return `/SOL/address/${text}`
  throw new Error('This is no transaction, address or block number. Paste it whole.')
}

async function evmTransaction(txid: string, first: string | null): Promise<string> {
  const codes = [...(first === null ? [] : [first]), ...evm.filter((code) => code !== first)]
  for (const code of codes) {
    const isThere = await sandbox(`explorer/${code}/tx/${txid}`).then(
      () => true,
      (error: unknown) => {
        if (['not_found', 'service_unavailable'].includes(asCallError(error).code)) return false
        throw error
      },
    )
    if (isThere) return `/${code}/tx/${txid}`
  }
  throw new Error(`No chain has this transaction. Searched: ${codes.map(chainName).join(', ')}.`)
}
