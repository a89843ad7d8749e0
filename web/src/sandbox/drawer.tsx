import { useState } from 'react'
import { useMe } from '../app/session.tsx'
import { Drawer } from '../kit/form/dialog.tsx'
import { Choose } from '../kit/form/field.tsx'
import { ChainLevers } from './chain-levers.tsx'
import { ClockPart } from './clock-part.tsx'
import { Counterparts } from './counterparts.tsx'
import { Institution } from './institution.tsx'
import { Market } from './market.tsx'
import { Scenarios } from './scenarios.tsx'
import { Wire } from './wire.tsx'

const parts = [
  { value: 'wire', label: 'Fund by wire' },
  { value: 'clock', label: 'Move the clock' },
  { value: 'scenario', label: 'Force a scenario' },
  { value: 'market', label: 'Market liquidity' },
  { value: 'chains', label: 'Chains and their faults' },
  { value: 'counterparts', label: 'Bank, provider, venues' },
]

/** The levers of UAT, next to the page that shows their effect. */
export function SandboxDrawer({ onClose }: { onClose: () => void }) {
  const [part, setPart] = useState('wire')
  const own = useMe().person.institutionid
  const [chosen, setChosen] = useState('')
  const institution = own ?? chosen
  const needsInstitution = part === 'wire' || part === 'scenario'
  return (
    <Drawer open onClose={onClose} title="Sandbox">
      <div className="stack">
        <Choose label="Lever" name="part" value={part} onChange={setPart} options={parts} />
        {own === null && needsInstitution && <Institution value={chosen} onChange={setChosen} />}
        {part === 'wire' && <Wire institution={institution} />}
        {part === 'clock' && <ClockPart />}
        {part === 'scenario' && <Scenarios institution={institution} />}
        {part === 'market' && <Market />}
        {part === 'chains' && <ChainLevers />}
        {part === 'counterparts' && <Counterparts />}
      </div>
    </Drawer>
  )
}
