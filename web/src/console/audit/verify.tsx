import { IconShieldCheck } from '@tabler/icons-react'
import { useAct } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { grouped } from '../../kit/value/money.tsx'

/** Recomputes the chain and shows the result. */
export function Verify() {
  const verify = useAct('auditVerify')
  const { data, error, isPending, reset } = verify
  return (
    <>
      <Button icon={IconShieldCheck} busy={isPending} onClick={() => verify.mutate({})}>
        Verify
      </Button>
      <Dialog open={data !== undefined || error !== null} onClose={reset} title="Verification of the audit log">
        <FormError error={error} />
        {data?.ok === true && (
          <Banner tone="done" title="The log is intact.">
            {grouped(data.entries ?? '0')} entries form one chain; {data.signed_heads} signed heads match it.
          </Banner>
        )}
        {data?.ok === false && (
          <Banner tone="broken" title="The log is not intact.">
            {data.fault !== null && `Entry ${data.fault.seq}: ${data.fault.message}. `}
            {data.bad_heads.length > 0 && `Heads that do not match: ${data.bad_heads.join(', ')}. `}
            Tell the MLRO and the administrator of the database, and preserve the data.
          </Banner>
        )}
      </Dialog>
    </>
  )
}
