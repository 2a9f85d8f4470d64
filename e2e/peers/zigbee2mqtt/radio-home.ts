import { type Served, serve } from '../../../tests/support/serve.ts'
import { test } from '../../support/test.ts'
import { start, type Zigbee2Mqtt } from './start.ts'

/**
 * For the journeys beside it: the unmodified Zigbee2MQTT on a virtual radio, and our server connected to its broker. Where
 * there is no Zigbee2MQTT they are skipped, with the reason.
 */
export function radioHome(env: Readonly<Record<string, string>> = {}) {
  let bridge: Zigbee2Mqtt
  let server: Served
  let missing: string | undefined

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    const started = await start()
    if ('missing' in started) {
      missing = started.missing
      return
    }
    bridge = started
    server = await serve({ GATEHOUSE_ZIGBEE2MQTT: bridge.mqttUrl, ...env })
    await bridge.join()
  })
  test.beforeEach(() => test.skip(missing !== undefined, missing))
  test.afterAll(async () => {
    await server?.remove()
    await bridge?.stop()
  })
  return {
    get url() {
      return server.url
    },
    get bridge() {
      return bridge
    },
  }
}
