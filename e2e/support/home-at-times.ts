import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Device } from '#schemas/generated/entities/device.ts'
import { type Served, serve } from '../../tests/support/serve.ts'
import { call } from './at-home.ts'
import { accounts, type Signed, signIn } from './test.ts'

/** Serial number of the home whose devices announce themselves. */
export const ANNOUNCED = 'HOMEASSISTANT'

/** A home in Winterthur with devices of a broker, whose server is started anew at whichever hour a journey needs. */
export class HomeAtTimes {
  readonly #data = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  readonly #broker: string
  #server: Served | undefined
  /** How long the slowest start took, ms. */
  #slowest = 0
  url = ''

  constructor(broker: string) {
    this.#broker = broker
  }

  /** It is this moment, epoch ms. */
  async starts(moment: number): Promise<Signed> {
    await this.#server?.stop()
    const begun = Date.now()
    const ahead = moment - begun
    this.#server = await serve(
      {
        GATEHOUSE_HOMEASSISTANT: this.#broker,
        GATEHOUSE_CONNECTS: '1000',
        NODE_OPTIONS: `--import ${fileURLToPath(new URL('clock-ahead.ts', import.meta.url))}`,
        CLOCK_AHEAD: String(ahead),
      },
      this.#data,
    )
    this.url = this.#server.url
    const session = await signIn(this.url, accounts.home)
    this.#slowest = Math.max(this.#slowest, Date.now() - begun)
    return session
  }

  /** So long before a moment that on this machine all of it is there when that comes: its devices, and what was said until then. */
  get lead(): number {
    return 4000 + 3 * this.#slowest
  }

  async startsBefore(moment: number): Promise<Signed> {
    return this.starts(moment - this.lead)
  }

  /** Scenes by the sun go by where a home is. */
  async isSomewhere(session: Signed): Promise<void> {
    await call(this.url, session, 'PUT', `/location/geolocation/${ANNOUNCED}`, {
      address: { line1: 'Lindenweg 14' },
      ...{ city: 'Winterthur', zip: '8400', country: 'Schweiz', alpha2Code: 'CH' },
    })
  }

  /** What it knows of a value of a device. */
  async value(session: Signed, device: string, property: string): Promise<unknown> {
    const { devices } = (await call(this.url, session, 'GET', `/home/${ANNOUNCED}/snapshot`)) as {
      devices: { device: Device }[]
    }
    return devices
      .find(({ device: { id } }) => id === device)
      ?.device.service_list.flatMap(({ property_list }) => property_list)
      .find(({ name }) => name === property)?.value
  }

  /** Titles of what its people have been told. */
  async notices(session: Signed): Promise<string[]> {
    const { data } = (await call(this.url, session, 'GET', '/notifier/notifications')) as {
      data: { title: string }[]
    }
    return data.map(({ title }) => title)
  }

  async remove(): Promise<void> {
    await this.#server?.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }
}
