// Credentials have the service's types; those of the browser are as wide as the standard.

/** Creates a passkey with the service's options; null if the person or the browser refuses. */
export function createPasskey<T>(options: object): Promise<T | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return asJson<T>(navigator.credentials.create({ publicKey }))
}

/** Signs the service's challenge with a passkey; null if the person or the browser refuses. */
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

/** Browsers offer passkeys only over TLS, or under the name localhost. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window
