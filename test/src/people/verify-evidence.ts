import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// Verifies the evidence of a decision without the service: node verify-evidence.ts FILE. The file is the output of `specie
// approvals evidence`: the approval with its payload in hashed form, and the evidence. It shares no code with the service.

type Exported = {
  id: string
  payload: string
  payload_hash: string
  maker: string
  checker: string
  decision: string
  evidence: string
}
type Evidence = Record<string, string> & { flags: number; counter: number; origins: string[] }

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** The failed checks, in sentences; none: the decision was signed by the key of the evidence. */
export function faultsOf(exported: Exported): string[] {
  const evidence = JSON.parse(exported.evidence) as Evidence
  const signs = JSON.parse(evidence['signs']!) as Record<string, string>
  const authenticator = bytes(evidence['authenticator_data']!)
  const client = JSON.parse(bytes(evidence['client_data_json']!).toString()) as Record<string, string>
  const flags = authenticator.readUInt8(32)
  const signed = Buffer.concat([authenticator, sha256(bytes(evidence['client_data_json']!))])
  const key = publicKeyOf(bytes(evidence['public_key']!))
  const rules: [boolean, string][] = [
    [sha256(exported.payload).toString('hex') === exported.payload_hash, 'the payload has another hash'],
    [exported.maker !== exported.checker, 'the maker is the checker'],
    [signs['approval'] === exported.id, 'another request was signed'],
    [signs['payload_hash'] === exported.payload_hash, 'another payload was signed'],
    [signs['decision'] === exported.decision, 'another decision was signed'],
    [signs['checker'] === exported.checker, 'somebody else has signed'],
    [client['type'] === 'webauthn.get', 'it is no assertion'],
    [client['challenge'] === sha256(evidence['signs']!).toString('base64url'), 'another challenge was signed'],
    [evidence.origins.includes(client['origin']!), 'it was signed on another site'],
    [authenticator.subarray(0, 32).equals(sha256(evidence['rp_id']!)), 'the passkey belongs to another site'],
    [(flags & 0x05) === 0x05, 'the user was not verified'],
    [flags === evidence.flags && authenticator.readUInt32BE(33) === evidence.counter, 'its flags or counter differ'],
    [verify('sha256', signed, key, bytes(evidence['signature']!)), 'the signature is not by this key'],
  ]
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault)
}

/** COSE of ES256: the two coordinates are the byte strings after the labels -2 and -3. */
function publicKeyOf(cose: Buffer) {
  const coordinate = (label: number): string => {
    const at = cose.indexOf(Buffer.from([label, 0x58, 32]))
    if (at < 0) throw new Error('The public key is no COSE key on P-256.')
    return cose.subarray(at + 3, at + 35).toString('base64url')
  }
  const key = { kty: 'EC', crv: 'P-256', x: coordinate(0x21), y: coordinate(0x22) }
  return createPublicKey({ key, format: 'jwk' })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = faultsOf(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Exported)
  for (const fault of faults) console.log(fault)
  if (faults.length === 0) console.log('The evidence holds.')
  process.exitCode = faults.length === 0 ? 0 : 1
}
