import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

  /** It is this moment, such as `2027-01-11T06:00+01:00`. */
  async starts(moment: string): Promise<Signed> {
    await this.#server?.stop()
    const ahead = Date.parse(moment) - Date.now()
    if (!Number.isFinite(ahead)) throw new Error(`${moment} is no moment`)
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

  async remove(): Promise<void> {
    await this.#server?.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }
}
