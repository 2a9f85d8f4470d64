import { type Fields, isFields, listOf, numberOf, textOf } from '../shared/fields.ts'

/** What a Tasmota device says of itself in `tasmota/discovery/<MAC>/config`. */
export interface Config {
  mac: string
  name: string
  module: string
  ip?: string
  firmware?: string
  /** Names that were given to its relays. */
  relayNames: readonly (string | undefined)[]
  relays: readonly ('none' | 'relay' | 'light' | 'shutter')[]
  light: 'none' | 'dimmer' | 'ct' | 'rgb' | 'rgbw' | 'rgbcw'
  fan: boolean
  shutters: readonly { inverted: boolean; tilts: boolean; tiltMin: number; tiltMax: number }[]
  /** Inputs that tell when they are switched, and buttons that tell when they are pressed. */
  switches: readonly number[]
  buttons: readonly number[]
  options: Fields
  words: { off: string; on: string; toggle: string }
  online: string
  offline: string
  /** It is away most of the time, to save its battery. */
  sleeps: boolean
  command: string
  status: string
  telemetry: string
}

const RELAYS = ['none', 'relay', 'light', 'shutter'] as const
const LIGHTS = ['none', 'dimmer', 'ct', 'rgb', 'rgbw', 'rgbcw'] as const

/** Undefined when it is none that a device could mean. */
export function configOf(payload: unknown): Config | undefined {
  if (!isFields(payload)) return undefined
  const { mac, t: topic, ft: pattern } = payload
  if (typeof mac !== 'string' || !/^[0-9A-F]{12}$/i.test(mac)) return undefined
  const [command, status, telemetry] = listOf(payload.tp).map((prefix) =>
    topicOf(pattern, prefix, topic, payload),
  )
  if (!command || !status || !telemetry) return undefined
  const relays = listOf(payload.rl)
    .slice(0, 32)
    .map((one) => RELAYS[numberOf(one) ?? 0] ?? 'none')
  const options = isFields(payload.so) ? payload.so : {}
  const [off = 'OFF', on = 'ON', toggle = 'TOGGLE'] = listOf(payload.state).map((one) => textOf(one, 32))
  const names = listOf(payload.fn)
    .slice(0, 32)
    .map((one) => textOf(one, 128))
  return {
    mac: mac.toUpperCase(),
    name: textOf(payload.dn, 128) ?? names[0] ?? mac,
    module: textOf(payload.md) ?? 'Tasmota',
    ip: textOf(payload.ip, 64),
    firmware: textOf(payload.sw, 64),
    relayNames: names,
    relays,
    light: LIGHTS[numberOf(payload.lt_st) ?? 0] ?? 'none',
    fan: payload.if === 1,
    shutters: shuttersOf(payload, relays.filter((one) => one === 'shutter').length / 2),
    switches: options['114'] === 1 ? indexesOf(payload.swc, (one) => one >= 0) : [],
    buttons: options['73'] === 1 ? indexesOf(payload.btn, (one) => one > 0) : [],
    options,
    words: { off, on, toggle },
    online: textOf(payload.onln, 32) ?? 'Online',
    offline: textOf(payload.ofln, 32) ?? 'Offline',
    sleeps: (numberOf(payload.dslp) ?? 0) > 0,
    command,
    status,
    telemetry,
  }
}

/** `%prefix%/%topic%/` with its words put in; a wildcard would listen to other people's devices. */
function topicOf(pattern: unknown, prefix: unknown, topic: unknown, { hn, mac }: Fields): string | undefined {
  if (typeof pattern !== 'string' || typeof prefix !== 'string' || typeof topic !== 'string' || topic === '')
    return undefined
  const words: Readonly<Record<string, string>> = {
    prefix,
    topic,
    hostname: textOf(hn) ?? '',
    id: String(mac).slice(-6).toUpperCase(),
  }
  const full = pattern.replaceAll(/%(prefix|topic|hostname|id)%/g, (_, word: string) => words[word] ?? '')
  const usable = full !== '' && full.length <= 256 && !/[#+\0%]/.test(full) && !full.startsWith('$')
  return usable ? (full.endsWith('/') ? full : `${full}/`) : undefined
}

const indexesOf = (list: unknown, counts: (one: number) => boolean): number[] =>
  listOf(list)
    .slice(0, 32)
    .flatMap((one, at) => (counts(numberOf(one) ?? -1) ? [at + 1] : []))

function shuttersOf({ sho, sht }: Fields, count: number): Config['shutters'] {
  return Array.from({ length: Math.floor(count) }, (_, at) => {
    const [tiltMin = -90, tiltMax = 90, duration = 0] = listOf(listOf(sht)[at]).map((one) => numberOf(one))
    return { inverted: ((numberOf(listOf(sho)[at]) ?? 0) & 1) === 1, tilts: duration > 0, tiltMin, tiltMax }
  })
}
