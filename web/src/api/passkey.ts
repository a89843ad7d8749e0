// The types of what travels are those of the service; the browser's own are as wide as the standard.

/** Makes a passkey as the service asks for; null where the person, or the browser, would not. */
export function createPasskey<T>(options: object): Promise<T | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return asJson<T>(navigator.credentials.create({ publicKey }))
}

/** Signs the service's challenge with a passkey; null where the person, or the browser, would not. */
export function signWithPasskey<T>(options: object): Promise<T | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return asJson<T>(navigator.credentials.get({ publicKey }))
}

async function asJson<T>(made: Promise<Credential | null>): Promise<T | null> {
  try {
    return ((await made) as PublicKeyCredential).toJSON() as T
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name))
      return null
    throw error
  }
}

/** Browsers offer passkeys in secure places only: over TLS, or on this machine under the name localhost. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window
