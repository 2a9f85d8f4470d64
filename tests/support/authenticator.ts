import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url')
const sha = (text: string): Buffer => createHash('sha256').update(text).digest()

/** CBOR of what stands in an attestation: small numbers, bytes, text and maps. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = value instanceof Map ? [...value] : []
  const parts = entries.flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, entries.length), ...parts])
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

interface Options {
  challenge: string
}

/** A passkey in software: what a browser and its authenticator would answer at an address. */
export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  /** Whether it has made sure of its holder, e.g. by a fingerprint. */
  verifies = true
  readonly #origin: string
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  #user = ''

  constructor(origin: string) {
    this.#origin = origin
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  register(options: Options & { user: { id: string } }) {
    this.#user = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, this.id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([this.#data(ATTESTED), credential])],
    ])
    return this.#answer({
      clientDataJSON: url(this.#client('webauthn.create', options)),
      attestationObject: url(cbor(attestation)),
      transports: ['internal'],
    })
  }

  sign(options: Options) {
    this.counter++
    const data = this.#data(0)
    const client = this.#client('webauthn.get', options)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha(client)]))
      .sign(this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: url(client),
      authenticatorData: url(data),
      signature: url(signature),
      userHandle: this.#user,
    })
  }

  #data(more: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = PRESENT | (this.verifies ? VERIFIED : 0) | more
    return Buffer.concat([sha(new URL(this.#origin).hostname), Buffer.from([flags]), counter])
  }

  #client(type: string, { challenge }: Options): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false })
  }

  #answer<T>(response: T) {
    const id = url(this.id)
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} }
  }
}
