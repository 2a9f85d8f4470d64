import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import type { Machine } from '#gateway/core/machine/machine.ts'
import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import { FileStore } from './file-store.ts'
import type { ClientCertificate } from './trust.ts'
import { openUplink, type Uplink } from './uplink.ts'
import { systemZone } from './zone.ts'

export interface ResidenceOptions {
  broker: string
  /** Shown to Gatehouse where it asks for one. */
  certificate?: ClientCertificate | undefined
  serialNumber: string
  secret: string
  /** Folder of what must survive. */
  data: string
  /** Made anew with each start. */
  drivers(): readonly Driver[]
  log: DriverHost['log']
  /** IANA name of the zone in which the home is. */
  zone?: (() => string) | undefined
  /** Gatehouse does not know the secret. */
  refused?: (() => void) | undefined
}

/** The answer to the order has left by then. */
const BEFORE_MS = 300
/** How long it stays away when it restarts. */
const AWAY_MS = 3000

/** A home in this process with its way to Gatehouse. It can restart, and forget everything. */
export class Residence {
  readonly #options: ResidenceOptions
  #open: { home: HomeCore; uplink: Uplink } | undefined
  readonly #settings: FileStore
  #mode = 0
  #closed = false
  #restart: NodeJS.Timeout | undefined

  constructor(options: ResidenceOptions) {
    this.#options = options
    this.#settings = new FileStore(join(options.data, 'settings.json'))
  }

  async start(): Promise<void> {
    const { serialNumber, data, drivers, log } = this.#options
    const mode = (await this.#settings.load()).get('operation_mode')
    if (typeof mode === 'number') this.#mode = mode
    const uplink = openUplink(this.#options)
    const home = createHome({
      serialNumber,
      clock: systemClock,
      store: new FileStore(join(data, 'home.json')),
      zone: this.#options.zone ?? systemZone,
      transport: uplink,
      drivers: drivers(),
      scenes: vocabulary as SceneVocabulary,
      platform: () => platform(this.#mode),
      machine: this.#machine,
      log,
    })
    this.#open = { home, uplink }
    await home.start()
    uplink.serve(home)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#restart)
    await this.#stop()
  }

  readonly #machine: Machine = {
    reboot: async () => this.#restartSoon(() => undefined),
    factoryReset: async () => this.#restartSoon(() => this.#open?.home.reset()),
    setMode: async ({ mode, connectionType }) => {
      await this.#settings.put(
        new Map<string, unknown>([
          ['operation_mode', mode],
          ['connection_type', connectionType],
        ]),
      )
      this.#mode = mode
    },
  }

  #restartSoon(before: () => Promise<void> | undefined): void {
    clearTimeout(this.#restart)
    this.#restart = setTimeout(() => {
      this.#again(before).catch((error: unknown) =>
        this.#options.log('error', 'The gateway could not restart', { error: String(error) }),
      )
    }, BEFORE_MS)
  }

  async #again(before: () => Promise<void> | undefined): Promise<void> {
    await before()
    // What cannot be closed properly keeps nothing from being started anew.
    await this.#stop().catch((error: unknown) =>
      this.#options.log('warn', 'The gateway was not closed properly', { error: String(error) }),
    )
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
    if (!this.#closed) await this.start()
  }

  async #stop(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    await open?.home.stop()
    await open?.uplink.close()
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What this machine is, as far as it knows. */
function platform(mode: number): PlatformInfo {
  const [type, addresses] =
    Object.entries(networkInterfaces()).find(([, all]) => all?.some(({ internal }) => !internal)) ?? []
  const ip = addresses?.find(({ internal, family }) => !internal && family === 'IPv4')?.address
  return {
    gateway: { app_version: version, operation_mode: mode },
    network: { ...(type !== undefined && { type }), ...(ip !== undefined && { ip }) },
    lock_status: 0,
  }
}
