import type { ChainsView } from '@specie/protocol/sandbox/explorer.ts'
import { useState } from 'react'
import { useSandbox } from '../app/sandbox.ts'
import { Button } from '../kit/button.tsx'
import { Choose, Field } from '../kit/form/field.tsx'
import { Loaded } from '../kit/loading.tsx'
import { chainName } from '../kit/value/names.ts'
import { Facts } from '../kit/page.tsx'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'

type Answer = { height?: number; stalled?: boolean }

/** Faults of a real chain; `of`: the counted unit. */
const levers = [
  { value: 'mine', label: 'Mine blocks at once', of: 'blocks' },
  { value: 'stall', label: 'Stop producing blocks', of: null },
  { value: 'resume', label: 'Resume blocks', of: null },
  { value: 'reorg', label: 'Drop the last blocks (reorganisation)', of: 'depth' },
  { value: 'revert-next', label: 'The next transactions fail', of: 'count' },
  { value: 'drop-next', label: 'The next transactions vanish', of: 'count' },
  { value: 'accept-then-error', label: 'Accept the next transactions, but answer with an error', of: 'count' },
  { value: 'timeout-next', label: 'Accept the next transactions, but do not answer', of: 'count' },
] as const

const numberWords = { blocks: 'Blocks', depth: 'Blocks dropped', count: 'Transactions' } as const

/** The height of each chain, and its faults. */
export function ChainLevers() {
  const chains = useSandbox<ChainsView>('explorer', { refetchInterval: 3_000 })
  const [chain, setChain] = useState('ETH')
  const [lever, setLever] = useState<string>('mine')
  const [number, setNumber] = useState('1')
  const { pull, busy, error, outcome } = useLever()
  const { of, label } = levers.find(({ value }) => value === lever)!
  const act = () =>
    pull<Answer>(`chains/${chain}/${lever}`, of === null ? {} : { [of]: Number(number) }, ({ height }) => ({
      text: `${chainName(chain)}: ${label.toLowerCase()}. ${height === undefined ? 'The fault is set.' : `Its height is ${height.toLocaleString('en')}.`}`,
      see: { title: 'See the chain', address: `/explorer/${chain}` },
    }))
  return (
    <Loaded query={chains} lines={6}>
      {({ items }) => (
        <div className="stack">
          <Choose
            label="Chain"
            name="code"
            value={chain}
            onChange={setChain}
            options={items.map((one) => ({ value: one.chain, label: chainName(one.chain) }))}
          />
          <Choose label="Fault" name="lever" value={lever} onChange={setLever} options={levers} error={error} />
          {of !== null && (
            <Field
              label={numberWords[of]}
              name={of}
              inputMode="numeric"
              value={number}
              onChange={setNumber}
              error={error}
            />
          )}
          <Button main wide busy={busy} disabled={of !== null && !/^[1-9]\d{0,4}$/.test(number)} onClick={act}>
            Apply
          </Button>
          <Outcome outcome={outcome} error={error} />
          <Facts
            rows={items.map((one) => [
              chainName(one.chain),
              one.height === null
                ? 'does not answer'
                : `${one.height.toLocaleString('en')}, final ${one.final!.toLocaleString('en')}`,
            ])}
          />
          <p className="s13">
            <a className="link" href="/explorer" target="_blank" rel="noreferrer">
              Open the explorer
            </a>
          </p>
        </div>
      )}
    </Loaded>
  )
}
