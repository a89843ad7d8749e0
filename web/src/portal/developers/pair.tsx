import { IconDownload, IconKey } from '@tabler/icons-react'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/table/csv.ts'
import { Segment, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import type { CallError } from '../../api/error.ts'
import { Facts } from '../../kit/page.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { canMakeKeys, makePair, type Pair, readPublicKey } from './key-pair.ts'

/** Where the key was made: on this page, or elsewhere. */
export type Source = {
  from: 'here' | 'elsewhere'
  pair: Pair | null
  /** A key is registered only after its file was saved. */
  saved: boolean
  pasted: string
}

export const noSource: Source = { from: canMakeKeys() ? 'here' : 'elsewhere', pair: null, saved: false, pasted: '' }

/** The public key to register; null if there is none yet. */
export function publicKeyIn({ from, pair, saved, pasted }: Source): string | null {
  if (from === 'here') return pair !== null && saved ? pair.publicKey : null
  const read = readPublicKey(pasted)
  return 'publicKey' in read ? read.publicKey : null
}

type Props = { source: Source; change: (source: Source) => void; label: string; error: CallError | null }

export function PairPart({ source, change, label, error }: Props) {
  const read = source.pasted.trim() === '' ? null : readPublicKey(source.pasted)
  return (
    <div className="stack">
      <Segment
        label="Origin of the key pair"
        value={source.from}
        options={[
          { value: 'here', label: 'Make it here' },
          { value: 'elsewhere', label: 'I have a public key' },
        ]}
        onChange={(from) => change({ ...source, from })}
      />
      {source.from === 'here' && canMakeKeys() && <Made {...{ source, change, label }} />}
      {source.from === 'here' && !canMakeKeys() && (
        <Banner tone="waits">
          This browser makes keys only on a secure address (https). Make the key pair yourself and paste its public key.
        </Banner>
      )}
      {source.from === 'elsewhere' && (
        <TextArea
          label="Public key"
          aside="PEM, or base64 of its SPKI"
          name="publickey"
          rows={4}
          spellCheck={false}
          value={source.pasted}
          onChange={(pasted) => change({ ...source, pasted })}
          error={error}
          problem={read !== null && 'problem' in read ? read.problem : null}
          hint="ECDSA on the curve P-256. openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out key.pem"
        />
      )}
    </div>
  )
}

type MadeProps = Omit<Props, 'error'>

/** Makes the pair and saves its private part as a file. The page keeps it only to sign the proof. */
function Made({ source, change, label }: MadeProps) {
  const { attempt, busy, error } = useAttempt()
  const { pair, saved } = source
  if (pair === null) {
    const make = () => attempt(async () => change({ ...source, pair: await makePair() }))
    return (
      <>
        <p className="s13 muted">
          This browser makes the pair. The private key never leaves it. You save it as a file once.
        </p>
        <div>
          <Button icon={IconKey} busy={busy} onClick={() => void make()}>
            Make key pair
          </Button>
        </div>
        <FormError error={error} />
      </>
    )
  }
  const save = () => {
    download(`${fileName(label)}.pem`, pair.pem, 'application/x-pem-file')
    change({ ...source, saved: true, pair: { ...pair, pem: '' } })
  }
  return (
    <>
      <Facts
        left
        rows={[
          ['Public key', <Id key="key" value={pair.publicKey} />],
          ['Private key', saved ? 'Saved by you. We do not have it.' : 'In this page, not saved yet'],
        ]}
      />
      {saved ? (
        <Banner tone="done" title="The private key is in your downloads.">
          Move it to the secret store of your program. We cannot show it again. If you lose it, make a new key.
        </Banner>
      ) : (
        <>
          <Banner tone="waits" title="You can save the private key once.">
            Every holder of this file can sign calls in your name. We have no copy and cannot restore it.
          </Banner>
          <div>
            <Button main icon={IconDownload} onClick={save}>
              Download private key
            </Button>
          </div>
        </>
      )}
    </>
  )
}

const fileName = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'specie-key'
