import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import type { WifiNetwork } from '#schemas/generated/entities/wifi-network.ts'
import { addressOf } from './board.ts'
import type { JoinFailure, NetworkSettings } from './network-settings.ts'
import { ProgramError, runProgram } from './program.ts'
import { wifiKey } from './wifi-key.ts'

/** Fields of one line of `nmcli --terse`: separated by colons; a backslash takes the meaning from the next character. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (char === ':') fields.push('')
    else fields[fields.length - 1] += char === '\\' ? line.charAt(++at) : char
  }
  return fields
}

/** Lines of `nmcli --terse` with as many fields as were asked for; what else it prints is none of them. */
export const terseRows = (output: string, count: number): string[][] =>
  output
    .split('\n')
    .map(fieldsOf)
    .filter((fields) => fields.length === count)

type WifiPart = Pick<NetworkSettings, 'scan' | 'network' | 'join'>

/** How long a network may take to let the gateway in, in seconds. */
const JOIN_SECONDS = 45
const QUICK_MS = 15_000
const SCAN_MS = 30_000
/** Connections of ours, so that those of other people are left alone. */
const OWN = 'gatehouse-wifi-'

const nmcli = (timeout: number, ...args: string[]): Promise<string> => runProgram('nmcli', args, timeout)

/** `nmcli --terse --fields <fields> …` as rows of fields. */
async function rows(timeout: number, fields: readonly string[], ...args: string[]): Promise<string[][]> {
  const asked = ['--terse', '--escape', 'yes', '--fields', fields.join(',')]
  return terseRows(await nmcli(timeout, ...asked, ...args), fields.length)
}

/** NetworkManager is there and runs. */
export async function hasNetworkManager(): Promise<boolean> {
  const answer = await rows(QUICK_MS, ['RUNNING'], 'general', 'status').catch(() => [])
  return answer[0]?.[0] === 'running'
}

/** Names are asked for as bytes: whatever somebody calls a network, a line stays a line. */
function nameOf(hex: string): { ssid: string; readable: boolean } {
  const bytes = Buffer.from(hex, 'hex')
  const ssid = bytes.toString('utf8')
  return { ssid, readable: Buffer.from(ssid, 'utf8').equals(bytes) && !ssid.includes('\0') }
}

/** What NetworkManager calls the protection of a network, in the four words of the page. */
function encryptionOf(security: string): WifiNetwork['encryption'] {
  const words = new Set(security.split(/\s+/).filter((word) => word !== '' && word !== '--'))
  if (words.has('802.1X')) return 'other'
  if (words.has('WPA2')) return 'wpa2'
  if (words.has('WPA1') || words.has('WPA')) return 'wpa'
  if (words.has('WEP')) return 'wep'
  return words.size === 0 ? 'none' : 'other'
}

const signalOf = (text: string): number => Math.min(100, Math.max(0, Math.round(Number(text)) || 0))

/** One entry for each name and protection, of the access point that is heard best. */
function strongest(networks: readonly WifiNetwork[]): WifiNetwork[] {
  const best = new Map<string, WifiNetwork>()
  for (const network of networks) {
    const key = `${network.encryption} ${network.ssid}`
    const known = best.get(key)
    best.set(key, {
      ...network,
      signal: Math.max(network.signal, known?.signal ?? 0),
      connected: network.connected || known?.connected === true,
    })
  }
  return [...best.values()].sort((a, b) => b.signal - a.signal)
}

async function heard(rescan: boolean): Promise<WifiNetwork[]> {
  const fields = ['IN-USE', 'SIGNAL', 'SECURITY', 'SSID-HEX']
  const list = ['device', 'wifi', 'list', '--rescan', rescan ? 'yes' : 'no']
  return (await rows(SCAN_MS, fields, ...list)).map(([inUse, signal = '', security = '', hex = '']) => {
    const { ssid, readable } = nameOf(hex)
    return {
      ssid,
      signal: signalOf(signal),
      // What is no text cannot be asked for by its name.
      encryption: readable ? encryptionOf(security) : 'other',
      connected: inUse === '*',
    }
  })
}

async function devices(): Promise<{ device: string; type: string; connected: boolean }[]> {
  const found = await rows(QUICK_MS, ['DEVICE', 'TYPE', 'STATE'], 'device', 'status')
  return found.map(([device = '', type = '', state = '']) => ({
    device,
    type,
    connected: state.startsWith('connected'),
  }))
}

/** spec 1 §9, network types. */
const TYPES: Readonly<Record<string, string>> = { wifi: 'wifi_client', ethernet: 'ethernet_client' }

async function network(): ReturnType<WifiPart['network']> {
  const connected = (await devices()).filter((one) => one.connected && one.type in TYPES)
  const used = connected.find(({ type }) => type === 'wifi') ?? connected[0]
  if (!used) return {}
  const { device, type } = used
  const current = type === 'wifi' ? (await heard(false)).find((one) => one.connected) : undefined
  return { type: TYPES[type], ip: addressOf(device), ...(current && { ssid: current.ssid }) }
}

const settingsOf = ({ encryption, hidden }: WifiChoice): string[] => {
  const security = {
    none: [],
    wep: ['802-11-wireless-security.key-mgmt', 'none', '802-11-wireless-security.wep-key-type', 'key'],
    wpa: ['802-11-wireless-security.key-mgmt', 'wpa-psk', '802-11-wireless-security.proto', 'wpa'],
    wpa2: ['802-11-wireless-security.key-mgmt', 'wpa-psk', '802-11-wireless-security.proto', 'rsn'],
  }[encryption]
  return [...security, ...(hidden ? ['802-11-wireless.hidden', 'yes'] : [])]
}

/** What NetworkManager says, or exits with, when it did not work. */
function reasonOf({ code, output }: ProgramError): JoinFailure {
  if (/secrets were required|802-11-wireless-security/i.test(output)) return 'wrongPassword'
  if (/network could not be found|No network with SSID/i.test(output)) return 'notFound'
  if (/IP configuration/i.test(output)) return 'noAddress'
  return code === 3 || code === 'timeout' ? 'timeout' : 'other'
}

/** Secrets go through a file that only we can read, never through arguments that every process list shows. */
async function withSecrets<T>(secrets: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-secret-'))
  try {
    const file = join(folder, 'secrets')
    await writeFile(file, secrets, { mode: 0o600 })
    return await use(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function up(name: string, choice: WifiChoice): Promise<void> {
  const begin = ['--wait', String(JOIN_SECONDS), 'connection', 'up', 'id', name]
  const timeout = (JOIN_SECONDS + 5) * 1000
  const key = await wifiKey(choice)
  if (key === undefined) await nmcli(timeout, ...begin)
  else {
    const property = choice.encryption === 'wep' ? 'wep-key0' : 'psk'
    await withSecrets(`802-11-wireless-security.${property}:${key}\n`, (file) =>
      nmcli(timeout, ...begin, 'passwd-file', file),
    )
  }
}

const forget = (name: string): Promise<string> => nmcli(QUICK_MS, 'connection', 'delete', 'id', name)

async function joinNetwork(choice: WifiChoice): Promise<JoinFailure | undefined> {
  const device = (await devices()).find(({ type }) => type === 'wifi')?.device
  if (device === undefined) return 'other'
  const name = OWN + randomBytes(6).toString('hex')
  const add = ['connection', 'add', 'type', 'wifi', 'con-name', name, 'ifname', device, 'ssid', choice.ssid]
  try {
    // Not by itself: it would start before it has its key.
    await nmcli(QUICK_MS, ...add, 'connection.autoconnect', 'no', ...settingsOf(choice))
    await up(name, choice)
  } catch (error) {
    await forget(name).catch(() => undefined)
    return error instanceof ProgramError ? reasonOf(error) : 'other'
  }
  await nmcli(QUICK_MS, 'connection', 'modify', 'id', name, 'connection.autoconnect', 'yes')
  const known = await rows(QUICK_MS, ['NAME'], 'connection', 'show')
  for (const [other = ''] of known)
    if (other.startsWith(OWN) && other !== name) await forget(other).catch(() => undefined)
  return undefined
}

/** Who asks again at once is refused another look around; what was heard a moment ago is still true. */
async function scan(): Promise<WifiNetwork[]> {
  try {
    return strongest(await heard(true))
  } catch (error) {
    if (error instanceof ProgramError) return strongest(await heard(false))
    throw error
  }
}

/** Wi-Fi by NetworkManager. */
export const nmcliWifi: WifiPart = {
  scan,
  network,
  join: joinNetwork,
}
