import { chains } from '@specie/protocol/chains.ts'
import { IconWallet } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { CopyText } from '../copy-text.tsx'
import { useWallets } from './wallets.ts'
import type { Address } from './words.ts'

const forms = {
  evm: 'personal_sign, as hex. Smart wallets too (EIP-1271, ERC-6492).',
  solana: 'signMessage, as base58 or base64.',
  bitcoin: 'BIP-322 (simple) or signmessage, as base64.',
}

/** The wallet signs our text, in the browser or elsewhere. */
export function ProveAddress({ address: { addressid: id, address, blockchain, proof } }: { address: Address }) {
  const { family } = chains[blockchain]
  const wallets = useWallets(family)
  const prove = useAct('proveAddress')
  const { attempt, busy, error } = useAttempt()
  const [signature, setSignature] = useState('')
  if (proof === null) return null
  const send = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate({ id, signature: signature.trim() })
  }
  return (
    <Section title="Prove that the wallet is yours">
      <div className="stack">
        <p className="s13 muted">Sign this text with the wallet. It moves no coins and costs nothing.</p>
        <CopyText label="Text to sign" text={proof.text} />
        {wallets.length > 0 && (
          <div className="row">
            {wallets.map(({ name, sign }) => (
              <Button
                key={name}
                main
                icon={IconWallet}
                busy={busy}
                onClick={() =>
                  void attempt(
                    async () =>
                      void (await prove
                        .mutateAsync({ id, signature: await sign(address, proof.text) })
                        .catch(() => null)),
                  )
                }
              >
                Sign with {name}
              </Button>
            ))}
          </div>
        )}
        {family !== 'bitcoin' && wallets.length === 0 && (
          <p className="s13 muted">
            This browser has no wallet. Open this page in a browser with the wallet, or sign the text elsewhere.
          </p>
        )}
        <FormError error={error} />
        <form className="stack" onSubmit={send}>
          <TextArea
            label="Signature"
            hint={forms[family]}
            name="signature"
            rows={3}
            spellCheck={false}
            value={signature}
            onChange={setSignature}
            error={prove.error}
          />
          <FormError error={prove.error} fields={['signature']} />
          <div>
            <Button type="submit" main={wallets.length === 0} busy={prove.isPending} disabled={signature.trim() === ''}>
              Send signature
            </Button>
          </div>
        </form>
      </div>
    </Section>
  )
}
