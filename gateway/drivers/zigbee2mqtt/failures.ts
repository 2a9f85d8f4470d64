export interface Failure {
  name: string
  key: string
  code: string
  message: string
}

/**
 * An order that failed, read from bridge/logging: that is the only place where the bridge tells of it. `known` says
 * whether a name is one of its devices, since names and reasons may hold quotes themselves.
 */
export function failureOf(line: string, known: (name: string) => boolean): Failure | undefined {
  for (const pattern of patterns) {
    const { key, name, reason } = pattern.exec(line)?.groups ?? {}
    if (key && name && known(name)) return { key, name, ...readable(reason) }
  }
  return undefined
}

const patterns = [
  /Publish 'set' '(?<key>[^']+)' to '(?<name>.+?)' failed: '(?<reason>.*)'/s,
  /Publish 'set' '(?<key>[^']+)' to '(?<name>.+)' failed: '(?<reason>.*)'/s,
  /No converter available for '(?<key>[^']+)' on '(?<name>.+?)'/,
  /No converter available for '(?<key>[^']+)' on '(?<name>.+)'/,
]

/** The heart of a reason: what the radio said, without the frame that was sent. */
function readable(reason: string | undefined): { code: string; message: string } {
  if (reason === undefined) return { code: 'NOT_SUPPORTED', message: 'The device does not know this order' }
  const [, inner] = /failed \((.+)\)\s*$/s.exec(reason) ?? []
  const message = (inner ?? reason).replace(/^(?:Error: )+/, '').slice(0, 300)
  if (/no ack/i.test(message)) return { code: 'NO_ACK', message }
  return { code: /time(?:d )?out|timeout/i.test(message) ? 'TIMEOUT' : 'REFUSED', message }
}
