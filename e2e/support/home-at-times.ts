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
  url = ''

  constructor(broker: string) {
    this.#broker = broker
  }

  /** It is this moment, epoch ms. */
  async starts(moment: number): Promise<Signed> {
    await this.#server?.stop()
    const ahead = moment - Date.now()
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
    return await signIn(this.url, accounts.home)
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

  async remove(): Promise<void> {
    await this.#server?.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }
}
