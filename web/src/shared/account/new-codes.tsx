import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { download } from '../../kit/table/csv.ts'
import { Dialog } from '../../kit/form/dialog.tsx'
import style from './account.module.css'

/** The number of remaining recovery codes, and new ones. */
export function NewCodes({ left }: { left: number }) {
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useAct('renewRecoveryCodes', ({ recovery_codes }) => {
    setAsking(false)
    setCodes(recovery_codes)
  })
  return (
    <>
      <ul className={style['rows']}>
        <li>
          <div className={style['grow']}>
            <b>{left === 1 ? '1 code is left' : `${left} codes are left`}</b>
          </div>
          <Button small onClick={() => setAsking(true)}>
            Make new codes
          </Button>
        </li>
      </ul>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes"
        act="Make new codes"
        busy={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate({})}
      >
        The earlier codes stop working.
      </Confirm>
      <Dialog open={codes !== null} onClose={() => setCodes(null)} title="Your new recovery codes">
        <div className="stack">
          <Banner tone="waits">They are shown only now. Save them where only you can find them.</Banner>
          <ol className="codes">
            {codes?.map((code) => (
              <li className="mono" key={code}>
                {code}
              </li>
            ))}
          </ol>
          <div className="row">
            <Button
              icon={IconDownload}
              onClick={() => download('specie-recovery-codes.txt', `${codes?.join('\n')}\n`, 'text/plain')}
            >
              Save as a file
            </Button>
            <span className="grow" />
            <Button main onClick={() => setCodes(null)}>
              I have saved them
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
