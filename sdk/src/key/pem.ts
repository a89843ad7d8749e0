import { InvalidArgument } from '../invalid-argument.ts'

// Private keys in files: PEM with PKCS #8 inside, or SEC1 of `openssl ecparam -genkey`.

/** The DER of a private key as PKCS #8. */
export function pkcs8OfPem(pem: string): Uint8Array<ArrayBuffer> {
  const pkcs8 = blockOf(pem, 'PRIVATE KEY')
  if (pkcs8 !== null) return pkcs8
  const sec1 = blockOf(pem, 'EC PRIVATE KEY')
  if (sec1 !== null) return wrapped(sec1)
  if (pem.includes('ENCRYPTED'))
    throw new InvalidArgument(
      'The key is encrypted. Decrypt it first, for example with openssl pkey -in key.pem -out plain.pem.',
    )
  if (pem.includes('PUBLIC KEY'))
    throw new InvalidArgument('This is a public key: calls are signed with the private one of the pair.')
  throw new InvalidArgument('This is not a private key in PEM. It must begin with -----BEGIN PRIVATE KEY-----.')
}

/** The DER of a public key (SPKI): PEM, base64 or base64url. */
export const spkiOf = (text: string): Uint8Array<ArrayBuffer> => blockOf(text, 'PUBLIC KEY') ?? fromBase64(text)

function blockOf(pem: string, label: string): Uint8Array<ArrayBuffer> | null {
  const found = new RegExp(`-----BEGIN ${label}-----([^-]*)-----END ${label}-----`).exec(pem)
  if (found === null || found[1]!.includes('ENCRYPTED')) return null
  return fromBase64(found[1]!)
}

/** SEQUENCE { INTEGER 0, SEQUENCE { id-ecPublicKey, prime256v1 }, OCTET STRING { sec1 } } */
function wrapped(sec1: Uint8Array): Uint8Array<ArrayBuffer> {
  const version = [0x02, 0x01, 0x00]
  const ecPublicKey = [0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
  const prime256v1 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]
  const algorithm = tagged(0x30, [...ecPublicKey, ...prime256v1])
  const inner = [...version, ...algorithm, ...tagged(0x04, [...sec1])]
  return Uint8Array.from(tagged(0x30, inner))
}

function tagged(tag: number, content: number[]): number[] {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return [tag, ...size, ...content]
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

export const toBase64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
