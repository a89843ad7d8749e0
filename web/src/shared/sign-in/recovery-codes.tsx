import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/table/csv.ts'
import { Check } from '../../kit/form/field.tsx'
import { Bare } from './bare.tsx'

/** Shown once, after a link was accepted. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false)
  const save = () => download('specie-recovery-codes.txt', `${codes.join('\n')}\n`, 'text/plain')
  return (
    <Bare title="Save your recovery codes" sub="They are shown only now. Each replaces an authentication code once.">
      <div className="stack">
        <div className="panel panel-b">
          <ol className="codes">
            {codes.map((code) => (
              <li className="mono" key={code}>
                {code}
              </li>
            ))}
          </ol>
        </div>
        <Button icon={IconDownload} onClick={save}>
          Save as a file
        </Button>
        <Check label="I have saved them where only I can find them." checked={saved} onChange={setSaved} />
        <Button main tall disabled={!saved} onClick={onDone}>
          Continue
        </Button>
      </div>
    </Bare>
  )
}
