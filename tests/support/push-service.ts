import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a push service answers instead of 201; `hang` never does, `break` ends within its answer. */
export type Refusal = { status: number; headers?: Record<string, string> } | 'hang' | 'break'

/** A push service as RFC 8030 has it, on this machine: it looks at who calls (RFC 8292), and keeps what it is given. */
export class PushService {
  readonly taken: Pushed[] = []
  /** What was wrong with calls, in words. */
  readonly faults: string[] = []
  refuse: ((path: string) => Refusal | undefined) | undefined
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this.host
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { url: path = '', headers, method } = request
    const fault = method === 'POST' ? faultOf(headers, `http://${this.host}`) : `${method} is not POST`
    if (fault !== undefined) {
      this.faults.push(fault)
      return void response.writeHead(400).end()
    }
    const refusal = this.refuse?.(path)
    if (refusal === 'hang') return
    if (refusal === 'break') {
      response.writeHead(201, { 'content-length': '100' }).write('begun')
      this.taken.push({ path, headers, body: Buffer.concat(chunks) })
      return void setTimeout(() => response.destroy(), 20)
    }
    if (refusal) return void response.writeHead(refusal.status, refusal.headers).end()
    this.taken.push({ path, headers, body: Buffer.concat(chunks) })
    response.writeHead(201, { location: `http://${this.host}/message/1` }).end()
  }
}

/** RFC 8030, 5.2; RFC 8291, 4; RFC 8292, 2 and 3. */
function faultOf(headers: IncomingHttpHeaders, origin: string): string | undefined {
  if (!/^\d+$/.test(String(headers.ttl))) return 'no TTL'
  if (headers['content-encoding'] !== 'aes128gcm') return 'not aes128gcm'
  const [, token, key] = /^vapid t=([\w.-]+), *k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (token === undefined || key === undefined) return 'no VAPID'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: raw.subarray(1, 33).toString('base64url'),
      y: raw.subarray(33, 65).toString('base64url'),
    },
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) return 'not signed with its key'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== origin) return `for ${String(aud)}`
  if (typeof exp !== 'number' || exp * 1000 > Date.now() + 24 * 3_600_000) return 'no end within a day'
  return /^(?:mailto|https):/.test(String(sub)) ? undefined : 'nobody to write to'
}

/** A browser that has subscribed: it alone can read what is sent to it (RFC 8291). */
export class PushBrowser {
  readonly #keys: ECDH = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly path: string
  readonly #host: string

  constructor(host: string) {
    this.#keys.generateKeys()
    this.#host = host
    this.path = `/wake/${randomBytes(8).toString('hex')}`
  }

  get subscription() {
    return {
      endpoint: `http://${this.#host}${this.path}`,
      keys: { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') },
    }
  }

  /** RFC 8188 with the keys of RFC 8291; throws when it is not for this browser, or was changed on the way. */
  read<T>(body: Buffer): T {
    const salt = body.subarray(0, 16)
    const length = body.readUInt8(20)
    const theirs = body.subarray(21, 21 + length)
    const record = body.subarray(21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), theirs])
    const shared = hkdfSync('sha256', this.#keys.computeSecret(theirs), this.#auth, info, 32)
    const derived = (what: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${what}\0`, bytes))
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    cipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as T
  }
}
