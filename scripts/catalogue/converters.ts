import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BridgeDevice, bridgeDevice } from '#gateway/drivers/zigbee2mqtt/wire.ts'

const PACKAGE = 'zigbee-herdsman-converters'
const VERSION = '26.112.0'
const folder = join(import.meta.dirname, '../../.cache/converters')

interface Converters {
  prepareDefinition(raw: unknown): Told
}

/** Of a definition, what the bridge passes on. */
interface Told {
  vendor: string
  model: string
  description?: string
  exposes: unknown
}

export interface KnownModel {
  vendor: string
  model: string
  definition: NonNullable<BridgeDevice['definition']>
  /** The same as it stands in the message. */
  told: unknown
}

/** Every device that Zigbee2MQTT knows, with what it exposes. For measuring only: never a dependency. */
export function knownModels(): KnownModel[] {
  install()
  const require = createRequire(join(folder, 'package.json'))
  const converters = require(PACKAGE) as Converters
  const devices = join(folder, 'node_modules', PACKAGE, 'dist/devices')
  const files = readdirSync(devices).filter((file) => file.endsWith('.js') && file !== 'index.js')
  return files.flatMap((file) => {
    const { definitions } = require(join(devices, file)) as { definitions: readonly unknown[] }
    return definitions.flatMap((raw) => modelOf(converters, raw) ?? [])
  })
}

function install(): void {
  if (existsSync(join(folder, 'node_modules', PACKAGE))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', `${PACKAGE}@${VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
}

/** As bridge/devices would tell of it. */
function modelOf(converters: Converters, raw: unknown): KnownModel | undefined {
  const { vendor, model, description, exposes } = converters.prepareDefinition(raw)
  const list = typeof exposes === 'function' ? exposes({ isDummyDevice: true }, {}) : exposes
  const told: unknown = JSON.parse(JSON.stringify({ vendor, model, description, exposes: list }))
  const { definition } =
    bridgeDevice({ ieee_address: '0x0000000000000001', friendly_name: 'one', definition: told }) ?? {}
  return definition && { vendor, model, definition, told }
}
