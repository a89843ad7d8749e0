import { getBase58Decoder, getBase58Encoder, type ReadonlyUint8Array } from '@solana/kit'

// Kit names codecs from the side of the bytes: its base58 decoder produces text.

const toText = getBase58Decoder()
const toBytes = getBase58Encoder()

export const bytesToBase58 = (bytes: ReadonlyUint8Array): string => toText.decode(bytes)
export const base58ToBytes = (text: string): Uint8Array => Uint8Array.from(toBytes.encode(text))
