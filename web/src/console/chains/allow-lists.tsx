import { type FormEvent, useState } from 'react'
import { type RowOf, useAct, useCall } from '../../api/use-call.ts'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { chainName } from '../../kit/value/names.ts'

type List = RowOf<'allowLists'>

/** The allow list of each coin on each chain. Two people switch it. */
export function AllowLists() {
  const [switching, setSwitching] = useState<List | null>(null)
  const lists = useCall('allowLists', {})
  const may = mayDo(useMe(), 'chains.propose')
  return (
    <Section title="Allow lists" note="while one is on, its coin moves between listed holders only">
      <Loaded query={lists}>
        {({ items }) => (
          <SmallTable
            name="Allow lists"
            rows={items}
            rowKey={({ coin }) => coin}
            empty="No coin has a contract yet. The service deploys them automatically."
            columns={[
              ['Coin', ({ asset, blockchain }) => `${asset} on ${chainName(blockchain)}`],
              ['Mode', (list) => <Mode list={list} />],
              ['Listed', ({ listed }) => listed, 'num'],
              ['Changes pending', ({ pending }) => pending, 'num'],
              ['Transfers waiting', ({ waiting }) => waiting, 'num'],
              [
                '',
                (list) =>
                  may && (
                    <Button small onClick={() => setSwitching(list)}>
                      Switch {otherMode(list)}
                    </Button>
                  ),
              ],
            ]}
          />
        )}
      </Loaded>
      {switching && <Propose list={switching} onClose={() => setSwitching(null)} />}
    </Section>
  )
}

/** The mode after the decision that is under way, if there is one. */
const otherMode = ({ mode, decided }: List): 'on' | 'off' => ((decided?.mode ?? mode) === 'on' ? 'off' : 'on')

function Mode({ list: { mode, decided } }: { list: List }) {
  if (decided?.problem != null) return <Badge tone="broken">{decided.problem}</Badge>
  if (decided !== null) return <Badge tone="waits">Being switched {decided.mode}</Badge>
  return mode === 'on' ? <Badge tone="done">On</Badge> : <Badge tone="quiet">Off</Badge>
}

function Propose({ list, onClose }: { list: List; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const propose = useAct('proposeAllowListSwitch', onClose)
  const mode = otherMode(list)
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ coin: list.coin, mode, reason: reason.trim() })
  }
  const { error } = propose
  const title = `Switch the allow list of ${list.asset} on ${chainName(list.blockchain)} ${mode}`
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">
          {mode === 'on'
            ? 'Our wallets and the usable wallets of institutions are listed first. Then the coin moves between listed holders only.'
            : 'The coin moves between all holders again.'}
        </p>
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={error} />
        <FormError error={error} fields={['reason']} />
        <SecondPersonNote kind="allow_list.switch" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={propose.isPending} disabled={reason.trim() === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
